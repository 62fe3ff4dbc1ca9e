"""Each rule: a coordination that it finds, one like it that it leaves to others, and what happens without it."""

from __future__ import annotations

import pytest

from bubbletree import Row, Sentence, split
from bubbletree.io import parse_brackets, parse_conllu
from bubbletree.readings import OMISSIONS, RULES, SWITCHES, UnknownRuleError, judgements
from bubbletree.readings.rules import DEFAULT

LANGUAGE = {"inseparable": "es"}
"""Rules for languages without tables only, each with such a language."""

FOUND = [
    ("inseparable", "nsubj=Petr aux:neg=nemá rád obj=[maso cc=ale ryby]"),
    ("gapping", "[(nsubj=Tom likes obj=tea) cc=and (Mary orphan=coffee)]"),
    ("truncated", "nsubj=[alpha- cc=and beta-chains] bind"),
    ("truncated", "nsubj=It has obj=(det=einen [Haupt- cc=und Nebeneingang])"),
    ("truncated", "amod=[antenatal punct=, peri\u2010 cc=and postnatal] care"),
    ("truncated", "nsubj=[IFN-alpha cc=and -beta] bind"),
    ("truncated", "nsubj=[Getreideanbau cc=und \u2011handel] wachsen"),
    ("truncated", "nsubj=[IL-2 cc=or -4] bind"),
    ("repeated", "nsubj=It grew xcomp=[colder cc=and colder]"),
    ("number", "obj=(nummod=[two cc=and (det=a half)] hours) wait"),
    ("number", "nsubj=We need obj=[(nummod=two hundred) cc=and five]"),
    ("approximation", "obj=[ten cc=or so] take"),
    ("expression", "det=a [bed cc=and breakfast]"),
    ("prelude", "aux=will [try cc=and (call obj=him)]"),
    ("prelude", "[Go cc=and (get obj=(det=the keys))] punct=."),
    ("respectively", "nsubj=[Tom cc=and Mary] cop=are [five cc=and six] advmod=respectively"),
    ("between", "war nmod=(case=between [Rome cc=and Carthage])"),
    ("between", "war nmod=(case=between amod=[old cc=and new] friends)"),
    ("between", "war nmod=[(case=between Rome) cc=and Carthage]"),
    ("between", "lay obl=(case=between days nummod=[five cc=and ten])"),
    ("each-other", "nsubj=[Tom cc=and Mary] hate obj=(det=each other)"),
    ("each-other", "nsubj=[Tom cc=and Mary] try xcomp=(mark=to help obj=(det=each other))"),
    ("together", "nsubj=[Tom cc=and Mary] left advmod=together"),
    ("distributor", "nsubj=(cc:preconj=both [Tom cc=and Mary]) met"),
    ("distributor", "nsubj=[(det=each boy) cc=and (det=each girl)] met"),
    ("distributor", "nsubj=[Tom cc=and Mary] advmod=both married"),
    ("distributor", "nsubj=[Tom cc=and Mary] own obj=(det=a car) obl:unmarked=each"),
    ("alternative", "nsubj=[Tom cc=or Mary] met"),
    ("excluded", "nsubj=[Tom cc=(but fixed=not) Mary] met"),
    ("excluded", "nsubj=He drank obj=[tea cc=(rather fixed=than) coffee]"),
    ("negated", "aux=do advmod=not [drink cc=and drive]"),
    ("condition", "advcl=(mark=if nsubj=it [rains cc=and snows]) stay"),
    ("counted", "nummod=five [men cc=and women]"),
    ("counted", "nsubj=([Tom cc=and Bob] appos=(nummod=two friends)) left"),
    ("meeting", "nsubj=[Tom cc=and Mary] met obl=(case=in Rome)"),
    ("meeting", "nsubj=[Tom cc=and Mary] broke compound:prt=up"),
    ("meeting", "nsubj=[Tom cc=and Mary] aux=got married"),
    ("meeting", "nsubj=[Tom cc=and Mary] [met cc=and talked]"),
    ("meeting", "nsubj=[[Tom cc=and Mary] cc=and Ann] met"),
    ("sharing", "nsubj=[Tom cc=and Mary] share obj=(det=a flat)"),
    ("mixing", "mix obj=[oil cc=and water]"),
    ("mixing", "nsubj:pass=[oil cc=and water] aux:pass=are mixed"),
    ("mixture", "sum nmod=(case=of [two cc=and three])"),
    ("mixture", "nsubj=it consists obl=(case=of [oil cc=and water])"),
    ("composition", "nsubj=it comprises obj=[oil cc=and water]"),
    ("composition", "nsubj=[oil cc=and water] constitute obj=it"),
    ("symmetric", "nsubj=[Tom cc=and Mary] cop=are friends"),
    ("symmetric", "nsubj=[Tom cc=and Mary] look xcomp=similar"),
    ("possession", "nmod:poss=([Tom cc=and Mary] case='s) house"),
    ("possession", "nmod:poss=[Tom cc=and (Mary case='s)] house"),
    ("colours", "det=a amod=[red cc=and blue] flag"),
    ("colours", "nsubj=(det=the flag) cop=is [red cc=and blue]"),
    ("colours", "paint obj=it xcomp=[red cc=and blue]"),
    ("meeting", "nsubj=[Tom cc=and Mary] argued"),
    ("sharing", "nsubj=[Tom cc=and Mary] shook obj=hands"),
    ("apposition", "nmod:poss=my sons appos=[Tom cc=and Bob]"),
    ("one-compound", "det=a compound=[cat cc=and dog] food"),
    ("firm", "obl=(case=for [Ernst cc=& Young]) works"),
    ("name", "nsubj=(det=the Department nmod=(case=of [Trade cc=and Industry])) spoke"),
    ("agreement", "nsubj=[bread cc=and cheese] cop=is cheap"),
]

LEFT = [
    ("truncated", "amod=[CD4- cc=and CD8+] cells"),
    ("truncated", "amod=[CD4- cc=and CD8-] cells"),
    ("truncated", "nummod=[2 cc=and -4] degrees"),
    ("truncated", "nsubj=[T-cells cc=and B-cells] bind"),
    ("truncated", "nsubj=(Tea punct=-) wait"),
    ("truncated", "nsubj=[(tea punct=-) cc=and coffee] wait"),
    ("truncated", "nsubj=[(tea punct=--) cc=and coffee] wait"),
    ("truncated", "nsubj=[tea cc=and (punct=- coffee)] wait"),
    ("truncated", "nummod=[-4 cc=and 2] degrees"),
    ("inseparable", "advmod=no bebe obj=[té cc=sino café]"),
    ("repeated", "nsubj=It grew xcomp=[colder cc=and darker]"),
    ("number", "obj=(nummod=[two cc=and three] hours) wait"),
    ("approximation", "obj=[ten cc=or twelve] take"),
    ("prelude", "aux=will [run cc=and (call obj=him)]"),
    ("prelude", "nsubj=They [(go obl=(case=to school)) cc=and learn]"),
    ("respectively", "nsubj=[Tom punct=, Bob cc=and Mary] cop=are [five cc=and six] advmod=respectively"),
    ("between", "war obl=[(case=between us) cc=and (case=between them)]"),
    ("between", "war nmod=(case=with amod=[old cc=and new] friends)"),
    ("between", "war nmod=(case=between friends nmod=(case=of [Rome cc=and Carthage]))"),
    ("each-other", "nsubj=[Tom cc=and Mary] hate obj=(det=the other)"),
    ("together", "nsubj=[Tom cc=and Mary] left advmod=together obl=(case=with us)"),
    ("excluded", "nsubj=[Tom cc=but Mary] met"),
    ("negated", "aux=do advmod=not [drink cc=or smoke]"),
    ("negated", "obj=(det=no [tea cc=and jam]) have"),
    ("negated", "[(aux=did advmod=not sing) cc=and danced]"),
    ("condition", "advcl=(mark=if nsubj=it [rains cc=or snows]) stay"),
    ("condition", "advcl=(mark=because nsubj=it [rains cc=and snows]) stay"),
    ("counted", "nummod=one [man cc=and woman]"),
    ("counted", "nummod=[five cc=and six] men"),
    ("meeting", "nsubj=[Tom cc=and Mary] met obj=Ann"),
    ("meeting", "nsubj=[Tom cc=and Mary] met obl=(case=with Ann)"),
    ("meeting", "nsubj=[Tom cc=and Mary] agree xcomp=(mark=to go)"),
    ("sharing", "nsubj=[Tom cc=and Mary] share obj=(det=a flat) obl=(case=with Ann)"),
    ("mixing", "mix obj=[oil cc=and water] obl=(case=with salt)"),
    ("mixing", "pour obj=[oil cc=and water]"),
    ("mixture", "price nmod=(case=of [oil cc=and water])"),
    ("mixture", "sum nmod=(case=for [Tom cc=and Mary])"),
    ("composition", "nsubj=it has obj=[oil cc=and water]"),
    ("symmetric", "nsubj=[Tom cc=and Mary] cop=are nmod:poss=my friends"),
    ("symmetric", "nsubj=[French cc=and Italian] cop=are similar obl=(case=to Latin)"),
    ("possession", "nmod:poss=([Tom cc=and Mary] case='s) houses"),
    ("possession", "nmod:poss=[(Tom case='s) cc=and (Mary case='s)] house"),
    ("colours", "amod=[red cc=and blue] flags"),
    ("colours", "det=a amod=[red cc=and large] flag"),
    ("colours", "nsubj=(det=the flag) cop=is [red cc=and large]"),
    ("apposition", "nmod:poss=my son appos=[Tom cc=and Bob]"),
    ("one-compound", "det=the compound=[cat cc=and dog] food"),
    ("firm", "obl=(case=for [Ernst cc=and Young]) works"),
    ("firm", "obl=(case=for [bed cc=& board]) works"),
    ("name", "nsubj=(det=the department nmod=(case=of [Trade cc=and Industry])) spoke"),
    ("name", "nsubj=(Talk nmod=(case=of [Trade cc=and Industry])) spread"),
    ("agreement", "nsubj=[bread cc=and cheese] cop=are cheap"),
    ("agreement", "expl=There is nsubj=[bread cc=and cheese]"),
]


@pytest.mark.parametrize(("rule", "brackets"), FOUND)
def test_a_rule_knows_what_it_is_for(rule: str, brackets: str) -> None:
    tree = parse_brackets(brackets)
    language = LANGUAGE.get(rule, "en")
    assert rule in [found.rule for found in judgements(tree, language=language)]
    without = [found for found in judgements(tree, language=language, without=[rule]) if found.rule == rule]
    assert without == []


@pytest.mark.parametrize(("rule", "brackets"), LEFT)
def test_a_rule_leaves_others_alone(rule: str, brackets: str) -> None:
    found = judgements(parse_brackets(brackets), language=LANGUAGE.get(rule, "en"))
    assert rule not in [judgement.rule for judgement in found]


def test_each_rule_has_an_example() -> None:
    assert {rule for rule, _ in FOUND} == {rule.name for rule in RULES}
    assert {rule for rule, _ in LEFT} == {rule.name for rule in RULES} - {
        "gapping", "expression", "distributor", "alternative",
    }  # fmt: skip


def test_the_hyphen_of_a_word_may_be_a_token_of_its_own() -> None:
    tree = parse_brackets("nsubj=[(pre punct=-) cc=and postwar] art")
    for misc, rule in (("SpaceAfter=No", "truncated"), ("_", DEFAULT)):
        rows = (Row(str(number), word, misc=misc) for number, word in enumerate(tree.words, start=1))
        assert [found.rule for found in judgements(tree.with_sentence(Sentence(tuple(rows))))] == [rule]
    alone = parse_brackets("obj=[- cc=and x] write")
    rows = (Row(str(number), word, misc="SpaceAfter=No") for number, word in enumerate(alone.words, start=1))
    assert [found.rule for found in judgements(alone.with_sentence(Sentence(tuple(rows))))] == [DEFAULT]


def test_rules_have_names_of_their_own() -> None:
    names = [rule.name for rule in RULES] + [omission.name for omission in OMISSIONS]
    assert len(set(names)) == len(names)
    assert set(names) < set(SWITCHES)
    assert DEFAULT not in SWITCHES


def test_a_coordination_that_no_rule_knows_is_split() -> None:
    [found] = judgements(parse_brackets("nsubj=[Tom cc=and Mary] slept"))
    assert (found.collective, found.rule, found.span) == (False, DEFAULT, (1, 3))


def test_a_rule_that_does_not_exist_cannot_be_switched_off() -> None:
    tree = parse_brackets("[tea cc=and buns]")
    for function in (split, judgements):
        with pytest.raises(UnknownRuleError, match="there is no rule 'tea'") as raised:
            function(tree, without=["tea"])
        assert raised.value.name == "tea"


def test_without_tables_only_structure_counts() -> None:
    met, counted, gap = (
        parse_brackets(brackets)
        for brackets in (
            "nsubj=[Tom cc=and Mary] met",
            "nummod=five [men cc=and women]",
            "[(nsubj=Tom likes obj=tea) cc=and (Mary orphan=coffee)]",
        )
    )
    assert [found.rule for found in judgements(met, language="xx")] == [DEFAULT]
    assert [found.rule for found in judgements(counted, language="xx")] == ["counted"]
    assert [found.rule for found in judgements(gap, language="xx")] == ["gapping"]


def test_german_has_words_of_its_own() -> None:
    war = parse_brackets("Krieg nmod=(case=zwischen [Rom cc=und Karthago])")
    assert [found.rule for found in judgements(war, language="de")] == ["between"]
    assert [found.rule for found in judgements(war)] == ["alternative"]  # "und" is no English coordinator that adds


def words(*rows: tuple[str, str, str, int, str]) -> str:
    return "".join(
        f"{number}\t{form}\t{lemma}\t_\t_\t{feats}\t{head}\t{label}\t_\t_\n"
        for number, (form, lemma, feats, head, label) in enumerate(rows, start=1)
    )


def test_lemmas_and_features_count_where_a_file_has_them() -> None:
    bubbles = "# bubbles = B1:1-3\n# bubble_arcs = 4 nsubj B1 | B1 conj 1 | B1 cc 2 | B1 conj 3\n"
    rows = (("Tom", "Tom", "_", 4, "nsubj"), ("and", "and", "_", 3, "cc"), ("Mary", "Mary", "_", 1, "conj"))
    wed = parse_conllu(bubbles + words(*rows, ("wedde", "wed", "_", 0, "root")) + "\n")
    assert [found.rule for found in judgements(wed)] == ["meeting"]

    flag = "# bubbles = B1:3-5\n# bubble_arcs = 7 nmod:poss B1 | B1 conj 3 | B1 cc 4 | B1 conj 5 | B1 case 6\n"

    def owned(number: str) -> str:
        return flag + words(
            ("It", "it", "_", 2, "nsubj"),
            ("is", "be", "_", 0, "root"),
            ("Tom", "Tom", "_", 7, "nmod:poss"),
            ("and", "and", "_", 5, "cc"),
            ("Ann", "Ann", "_", 3, "conj"),
            ("'s", "'s", "_", 3, "case"),
            ("premises", "premises", f"Number={number}", 2, "attr"),
        )

    assert [found.rule for found in judgements(parse_conllu(owned("Sing") + "\n"))] == ["possession"]
    assert [found.rule for found in judgements(parse_conllu(owned("Plur") + "\n"))] == [DEFAULT]
