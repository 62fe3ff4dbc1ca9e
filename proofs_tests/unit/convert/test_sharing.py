"""Shared or private: each rule where it decides, the order of their strength, and what bubbles demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bubbletree.convert import RULES, Decision, convert
from bubbletree.convert.coordinated import Coordinated
from bubbletree.convert.sharing import INNER, OUTER, RULE_NAMES, decide
from bubbletree.convert.syntax import Syntax
from bubbletree.io import format_brackets
from bubbletree.sentence import Row, Sentence
from proofs_tests.support.paths import ROOT

IM, MASC, NEUT = "in/3/case+dem/3/det/DET", "Gender=Masc", "Gender=Neut"
FORMS = {
    "fin": "Mood=Ind|VerbForm=Fin",
    "inf": "VerbForm=Inf",
    "part": "VerbForm=Part",
    "imp": "Mood=Imp|VerbForm=Fin",
    "neg": "Polarity=Neg",
    "conneg": "Connegative=Yes|VerbForm=Fin",
}


def ud(text: str, deps: Sequence[str] = ()) -> Sentence:
    """A sentence from form/head/relation, form/head/relation/upos or form/head/relation/upos/feats.

    Words with ``+`` between them are one token.
    """
    rows: list[Row] = []
    begins: dict[int, Row] = {}
    words: list[str] = []
    for token in text.split():
        parts = token.split("+")
        if len(parts) > 1:
            begins[len(words) + 1] = Row(f"{len(words) + 1}-{len(words) + len(parts)}", token)
        words += parts
    for number, word in enumerate(words, start=1):
        rows += [begins[number]] if number in begins else []
        form, head, relation, upos, feats = (*word.split("/"), "_", "_")[:5]
        told = deps[number - 1] if deps else "_"
        rows.append(
            Row(str(number), form, upos=upos, feats=FORMS.get(feats, feats), head=head, deprel=relation, deps=told)
        )
    return Sentence(tuple(rows))


def decisions(sentence: Sentence) -> dict[str, tuple[str, str]]:
    """Of each dependent at an edge, by its form, what was decided and by which rule."""
    return {
        sentence.words[one.word - 1]: ("shared" if one.shared else "private", one.rule)
        for one in convert(sentence).decisions
    }


EXAMPLES = {
    "deps-repeated": ("old/2/amod men/0/root and/4/cc women/2/conj", "old", "shared"),
    "deps-not-repeated": ("she/3/nsubj tea/3/obj drank/0/root and/5/cc slept/3/conj", "tea", "private"),
    "final": ("Ali/5/obl ve/3/cc Ayşe/1/conj için/3/case geldi/0/root", "için", "shared"),
    "attachment": ("men/0/root and/3/cc women/1/conj here/1/advmod", "here", "shared"),
    "gapping": ("she/2/nsubj ate/0/root rice/2/obj and/5/cc he/2/conj soup/5/orphan", "she", "private"),
    "own-subject": ("she/2/nsubj sings/0/root and/5/cc so/5/advmod does/2/conj he/5/nsubj", "she", "private"),
    "doubled": ("Ion/3/obj l-/3/expl văzut/0/root și/6/cc l-/6/expl salutat/3/conj", "Ion", "shared"),
    "correlative": ("she/3/nsubj either/3/cc:preconj sings/0/root or/5/cc dances/3/conj", "she", "shared"),
    "mood": ("we/2/nsubj know/0/root/VERB/fin so/4/cc come/2/conj/VERB/imp", "we", "private"),
    "form": ("was/2/aux seen/0/root/VERB/part and/4/cc fell/2/conj/VERB/fin", "was", "private"),
    "negation": ("no/2/advmod/ADV/neg canta/0/root/VERB/fin y/4/cc baila/2/conj/VERB/fin", "no", "private"),
    "case": ("mit/2/case Eis/0/root/NOUN/Case=Dat und/4/cc ihn/2/conj/PRON/Case=Acc", "mit", "private"),
    "parallel": ("in/2/case Rome/0/root or/5/cc in/5/case Oslo/2/conj", "in", "private"),
    "contraction": ("in/3/case+dem/3/det Haus/0/root und/5/cc Hof/3/conj", "dem", "shared"),
    "relative": ("what/2/obj/PRON/PronType=Int bought/0/root and/4/cc sold/2/conj", "what", "shared"),
    "pair": ("(/2/punct men/0/root )/2/punct and/5/cc women/2/conj", "(", "private"),
    "outside-subject": ("today/3/obl she/3/nsubj sang/0/root and/5/cc slept/3/conj", "today", "shared"),
    "before-predicate": ("she/3/nsubj home/3/obl came/0/root and/5/cc slept/3/conj", "home", "private"),
    "inverted": ("soon/2/advmod came/0/root Ann/2/nsubj and/5/cc sang/2/conj", "soon", "private"),
    "default": ("old/2/amod men/0/root and/4/cc women/2/conj", "old", "private"),
}
DEPS = {
    "deps-repeated": ["2:amod|4:amod", "0:root", "4:cc", "2:conj"],
    "deps-not-repeated": ["3:nsubj|5:nsubj", "3:obj", "0:root", "5:cc", "3:conj"],
}


def test_there_is_an_example_of_each_rule() -> None:
    assert [*EXAMPLES] == [rule.name for rule in RULES]


@pytest.mark.parametrize("rule", EXAMPLES)
def test_each_rule_decides(rule: str) -> None:
    text, word, decision = EXAMPLES[rule]
    assert decisions(ud(text, DEPS.get(rule, ())))[word] == (decision, rule)


def test_the_rules_are_those_of_the_documentation_in_the_same_order() -> None:
    lines = (ROOT / "docs" / "guide" / "conversion.md").read_text(encoding="utf-8").splitlines()
    cells = [line.split("|")[1:3] for line in lines if line.startswith("| `")]
    documented = [(name.strip(" `"), says.strip()) for name, says in cells if name.strip(" `") in RULE_NAMES]
    assert [name for name, _ in documented] == list(RULE_NAMES)
    assert [says for name, says in documented if name not in (INNER, OUTER)] == [rule.says for rule in RULES]


# Contractions


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("in/3/case+dem/3/det Haus/0/root und/6/cc dem/6/det Hof/3/conj", ("private", "parallel")),
        ("di/3/case+il/3/det padre/0/root e/6/cc sua/6/det:poss moglie/3/conj", ("private", "default")),
        ("von/3/case+dem/3/det Vater/0/root und/5/cc ihr/3/conj/PRON", ("private", "default")),
        ("in/3/case dem/3/det Haus/0/root und/5/cc Hof/3/conj", ("private", "default")),
        ("in/3/case+dem/3/det Haus/0/root und/6/cc in/6/case Rom/3/conj", ("private", "further-in")),
        ("além/4/case de/1/fixed+o/4/det pai/0/root e/6/cc mãe/4/conj", ("shared", "contraction")),
        ("b/3/case+ha/3/det+bayit/0/root w/5/cc+gan/3/conj", ("private", "default")),
        ("nur/3/advmod+das/3/det Haus/0/root und/5/cc Hof/3/conj", ("private", "default")),
        # Agreement, as far as features tell; if the first noun does not agree, they do not.
        (f"{IM}/{MASC} Hof/0/root/NOUN/{MASC} und/5/cc Bad/3/conj/NOUN/{NEUT}", ("private", "default")),
        (f"{IM}/Gender=Masc,Neut Hof/0/root/NOUN/{MASC} und/5/cc Bad/3/conj/NOUN/{NEUT}", ("shared", "contraction")),
        (f"{IM}/Number=Sing Hof/0/root und/5/cc Bäder/3/conj/NOUN/Number=Plur", ("private", "default")),
        (f"{IM}/Case=Dat Hof/0/root und/5/cc Bad/3/conj/NOUN/Case=Acc", ("private", "default")),
        (f"{IM}/{MASC} Hof/0/root/NOUN/{MASC} und/5/cc Bad/3/conj", ("shared", "contraction")),
        ("à/3/case+les/3/det/DET/Number=Plur père/0/root/NOUN/Number=Sing et/5/cc mère/3/conj/NOUN/Number=Sing",
         ("shared", "contraction")),
        # A predicate before a finite verb; infinitives share what one of them has.
        (f"{IM} Hof/0/root/NOUN und/5/cc singt/3/conj/VERB/fin", ("private", "default")),
        ("de/3/case+el/3/det comer/0/root/VERB/inf y/5/cc beber/3/conj/VERB/inf", ("shared", "contraction")),
    ],
)  # fmt: skip
def test_a_determiner_goes_with_its_adposition_if_one_token_ends_with_it_and_it_is_fit_for_all(
    text: str, decision: tuple[str, str]
) -> None:
    sentence = ud(text)
    [word] = [word for word, label in zip(sentence.words, sentence.deprels, strict=True) if label == "det"][:1]
    assert decisions(sentence)[word] == decision


def test_enhanced_dependencies_are_stronger_than_a_contraction() -> None:
    text = "alte/2/amod Leute/0/root und/4/cc Kinder/2/conj in/7/case+dem/7/det Haus/2/nmod und/9/cc Hof/7/conj"
    told = ["2:amod|4:amod", "0:root", "4:cc", "2:conj", "7:case", "7:det", "2:nmod", "9:cc", "7:conj"]
    assert decisions(ud(text))["dem"] == ("shared", "contraction")
    assert decisions(ud(text, told))["dem"] == ("private", "deps-not-repeated")


# What an elided predicate has left


@pytest.mark.parametrize(
    ("later", "decision"),
    [
        ("Tom/2/conj/PROPN too/4/advmod", ("private", "gapping")),
        ("not/5/advmod Tom/2/conj/PROPN", ("private", "gapping")),
        ("Tom/2/conj/PROPN here/4/advmod", ("shared", "default")),
        ("Tom/2/conj/VERB too/4/advmod", ("shared", "default")),
        ("is/5/cop Tom/2/conj/PROPN too/5/advmod", ("shared", "default")),
        ("in/5/case Rome/2/conj/PROPN too/5/advmod", ("shared", "default")),
    ],
)
def test_a_bare_noun_with_too_or_a_negation_answers_the_subject_of_a_verb(
    later: str, decision: tuple[str, str]
) -> None:
    assert decisions(ud(f"Ann/2/nsubj/PROPN sings/0/root/VERB but/4/cc {later}"))["Ann"] == decision
    nouns = ud(f"old/2/amod men/0/root/NOUN but/4/cc {later}")
    assert decisions(nouns)["old"] == ("private", "default")


def test_a_noun_with_a_negation_after_a_nominal_predicate_is_a_predicate_itself() -> None:
    text = "Ann/3/nsubj is/3/cop teacher/0/root/NOUN but/6/cc not/6/advmod singer/3/conj/NOUN"
    assert decisions(ud(text))["Ann"] == ("shared", "default")


def test_a_conjunct_that_depends_on_an_empty_node_answers_the_subject() -> None:
    words = ["1 Ann 2 nsubj 2:nsubj", "2 sings 0 root 0:root", "3 and 4 cc 4.1:cc", "4 Tom 2 conj 4.1:nsubj"]
    rows = [Row(number, form, head=head, deprel=label, deps=deps) for number, form, head, label, deps in
            (word.split() for word in words)]  # fmt: skip
    whole = Sentence((*rows, Row("4.1", "sings", deps="2:conj:and")))
    assert decisions(whole) == {"Ann": ("private", "gapping")}
    assert decisions(Sentence(tuple(replace(row, deps="_") for row in rows))) == {"Ann": ("shared", "default")}


# The order of strength


def test_enhanced_dependencies_are_stronger_than_a_subject_of_its_own() -> None:
    text = "she/2/nsubj sings/0/root and/5/cc he/5/nsubj dances/2/conj"
    assert decisions(ud(text))["she"] == ("private", "own-subject")
    told = ["2:nsubj|5:nsubj", "0:root", "5:cc", "5:nsubj", "2:conj"]
    assert decisions(ud(text, told))["she"] == ("shared", "deps-repeated")


def test_what_conjuncts_are_is_stronger_than_where_a_dependent_stands() -> None:
    # The adverb stands before the subject, and the other conjunct has an adverb before its own.
    text = "today/3/advmod she/3/nsubj sang/0/root and/7/cc then/7/advmod he/7/nsubj danced/3/conj"
    assert decisions(ud(text))["today"] == ("private", "parallel")


def test_where_a_dependent_stands_is_stronger_than_its_relation() -> None:
    inside = "she/3/nsubj tea/3/obj drank/0/root and/5/cc slept/3/conj"
    outside = "tea/3/obj she/3/nsubj drank/0/root and/5/cc sold/3/conj"
    assert decisions(ud(inside))["tea"] == ("private", "before-predicate")
    assert decisions(ud(outside))["tea"] == ("shared", "outside-subject")


def test_what_stands_further_in_than_a_private_dependent_is_private() -> None:
    text = "has/3/aux often/3/advmod sung/0/root/VERB/part and/5/cc dances/3/conj/VERB/fin"
    assert decisions(ud(text)) == {"has": ("private", "form"), "often": ("private", INNER)}


def test_what_stands_further_out_than_a_shared_dependent_is_shared() -> None:
    text = "old/3/amod in/3/case Rome/0/root/PROPN or/5/cc Oslo/3/conj/PROPN"
    assert decisions(ud(text)) == {"old": ("shared", OUTER), "in": ("shared", "default")}


def test_the_stronger_rule_stands_whether_it_is_further_in_or_out() -> None:
    syntax = Syntax(ud("a/3/obj b/3/nsubj c/0/root d/3/conj"), [3, 3, 0, 3], ["obj", "nsubj", "root", "conj"])
    group = Coordinated(syntax, 3, (4,))
    assert decide(group, [2, 1]) == (
        0,
        [Decision(2, (3, 4), True, "default"), Decision(1, (3, 4), True, "outside-subject")],
    )
    assert decide(group, []) == (0, [])


# Enhanced dependencies, both ways


def test_an_arc_that_is_not_repeated_tells_only_where_others_of_its_family_are() -> None:
    text = "she/3/nsubj soon/3/advmod sang/0/root and/5/cc left/3/conj"
    told = ["3:nsubj|5:nsubj", "3:advmod", "0:root", "5:cc", "3:conj"]
    assert decisions(ud(text, told))["soon"] == ("shared", "default")
    alone = ["3:nsubj", "3:advmod", "0:root", "5:cc", "3:conj"]
    assert decisions(ud(text, alone))["she"] == ("shared", "default")


@pytest.mark.parametrize(
    ("told", "decision"),
    [
        (["4:obj|6:obj", "4:nsubj|6:nsubj"], ("private", "deps-not-repeated")),
        (["4:obj", "4:nsubj|6:nsubj"], ("shared", "default")),
    ],
)
def test_who_repeats_an_object_before_its_predicate_would_repeat_an_adverb(
    told: Sequence[str], decision: tuple[str, str]
) -> None:
    text = "it/4/obj she/4/nsubj soon/4/advmod bought/0/root and/6/cc read/4/conj"
    assert decisions(ud(text, [*told, "4:advmod", "0:root", "6:cc", "4:conj"]))["soon"] == decision


def test_an_object_after_all_conjuncts_is_repeated_by_rule_and_tells_nothing_about_adverbs() -> None:
    text = "she/3/nsubj soon/3/advmod bought/0/root and/5/cc read/3/conj it/3/obj"
    told = ["3:nsubj|5:nsubj", "3:advmod", "0:root", "5:cc", "3:conj", "3:obj|5:obj"]
    assert decisions(ud(text, told))["soon"] == ("shared", "default")


def test_an_arc_from_an_empty_node_counts_as_one_from_the_word_that_stands_for_it() -> None:
    words = ud(
        "now/3/advmod she/3/nsubj ate/0/root and/5/cc he/3/conj rice/5/orphan",
        ["3:advmod|5.1:advmod", "3:nsubj", "0:root", "5.1:cc", "5.1:nsubj", "5.1:obj"],
    )
    empty = Row("5.1", "ate", deps="3:conj")
    sentence = Sentence((*words.rows[:5], empty, *words.rows[5:]))
    assert decisions(sentence)["now"] == ("shared", "deps-repeated")
    assert decisions(sentence)["she"] == ("private", "deps-not-repeated")


def test_a_modifier_after_the_last_conjunct_may_be_shared() -> None:
    text = "bought/0/root and/3/cc ate/1/conj apples/3/obj"
    assert decisions(ud(text))["apples"] == ("private", "attachment")
    assert decisions(ud(text, ["0:root", "3:cc", "1:conj", "1:obj|3:obj"]))["apples"] == ("shared", "deps-repeated")


def test_a_relative_pronoun_is_shared_as_its_antecedent_is() -> None:
    text = "men/0/root who/3/nsubj came/1/acl and/5/cc saw/3/conj"
    told = ["0:root|3:nsubj|5:nsubj", "1:ref", "1:acl", "5:cc", "3:conj"]
    assert decisions(ud(text, told))["who"] == ("shared", "deps-repeated")


# What the conjuncts are


@pytest.mark.parametrize(
    ("first", "later", "decision"),
    [
        ("VERB/part", "VERB/fin", "private"),
        ("VERB/inf", "VERB/fin", "private"),
        ("VERB/part", "VERB/part", "shared"),
        ("VERB/inf", "VERB/part", "private"),
        ("VERB/conneg", "VERB/fin", "private"),
        ("ADJ", "VERB/fin", "private"),
        ("ADJ", "VERB/part", "shared"),
        ("NOUN", "VERB", "private"),
        ("ADJ", "NOUN", "shared"),
        ("VERB/Tense=Pres|VerbForm=Part", "VERB/Tense=Past|VerbForm=Part", "private"),
    ],
)
def test_an_auxiliary_goes_with_predicates_of_one_form(first: str, later: str, decision: str) -> None:
    sentence = ud(f"x/2/aux/AUX a/0/root/{first} and/4/cc b/2/conj/{later}")
    assert decisions(sentence)["x"] == (decision, "form")


@pytest.mark.parametrize(("tags", "decision"), [(("VB", "VBD"), "private"), (("VVPP", "VVPP"), "shared")])
def test_tags_tell_the_form_where_features_do_not(tags: tuple[str, str], decision: str) -> None:
    sentence = ud("x/2/aux/AUX a/0/root/VERB and/4/cc b/2/conj/VERB")
    rows = [*sentence.rows]
    for place, tag in zip((1, 3), tags, strict=True):
        row = rows[place]
        rows[place] = Row(row.id, row.form, upos=row.upos, xpos=tag, head=row.head, deprel=row.deprel)
    assert decisions(Sentence(tuple(rows)))["x"] == (decision, "form")


def test_an_infinitive_marker_is_not_shared_with_a_finite_verb_but_a_subordinator_is() -> None:
    assert decisions(ud("to/2/mark go/0/root/VERB/inf and/4/cc sees/2/conj/VERB/fin"))["to"] == ("private", "form")
    text = "that/4/mark she/4/nsubj has/4/aux/AUX/fin gone/0/root/VERB/part and/6/cc sees/4/conj/VERB/fin"
    assert decisions(ud(text))["that"] == ("shared", "outside-subject")


@pytest.mark.parametrize(("coordinator", "decision"), [("but", "private"), ("sondern", "private"), ("or", "shared")])
def test_but_ends_what_is_negated(coordinator: str, decision: str) -> None:
    text = f"has/3/aux not/3/advmod/PART/neg slept/0/root/VERB/part {coordinator}/5/cc worked/3/conj/VERB/part"
    assert decisions(ud(text))["not"][0] == decision


def test_the_negation_of_a_verb_is_known_by_its_lemma_where_no_feature_tells() -> None:
    verbs = "Ana/3/nsubj %s/3/advmod canta/0/root/VERB y/5/cc baila/3/conj/VERB"
    assert decisions(ud(verbs % "no"))["no"] == ("private", "negation")
    assert decisions(ud(verbs % "hoy"))["hoy"] == ("shared", "default")
    nouns = "not/2/advmod cats/0/root/NOUN or/4/cc dogs/2/conj/NOUN"
    assert decisions(ud(nouns))["not"] == ("shared", "default")
    infinitives = "to/3/mark not/3/advmod eat/0/root/VERB or/5/cc drink/3/conj/VERB"
    assert decisions(ud(infinitives))["not"] == ("shared", "default")
    auxiliary = "she/4/nsubj will/4/aux/AUX not/4/advmod eat/0/root/VERB or/6/cc drink/4/conj/VERB"
    assert decisions(ud(auxiliary))["not"] == ("shared", "default")


@pytest.mark.parametrize(
    "text", ["not/3/advmod only/3/advmod", "not/2/advmod only/3/advmod", "nicht/3/advmod nur/3/advmod"]
)
def test_not_only_is_a_correlative(text: str) -> None:
    sentence = ud(f"{text} sings/0/root but/6/cc also/6/advmod dances/3/conj")
    assert decisions(sentence)[sentence.words[1]] == ("shared", "correlative")
    alone = ud("she/3/nsubj only/3/advmod sings/0/root and/6/cc also/6/advmod dances/3/conj")
    assert decisions(alone)["only"] == ("private", "parallel")
    apart = ud("those/5/nsubj here/1/advmod not/2/advmod only/5/advmod sing/0/root or/7/cc dance/5/conj")
    assert decisions(apart)["only"] == ("shared", "default")


@pytest.mark.parametrize("coordinator", ["but", "and"])
def test_not_only_goes_with_but_although_something_else_is_coordinated_inside(coordinator: str) -> None:
    first = "not/2/advmod only/5/advmod are/5/cop these/5/nsubj slow/0/root or/7/cc dull/5/conj"
    sentence = ud(f"{first} {coordinator}/11/cc they/11/nsubj just/11/advmod give/5/conj")
    inner = next(one for one in convert(sentence).decisions if sentence.words[one.word - 1] == "these")
    assert (inner.shared, inner.rule) == (True, "default")
    both = convert(ud("both/4/cc:preconj the/4/det old/4/amod men/0/root and/6/cc boys/4/conj but/8/cc women/4/conj"))
    assert [one.rule for one in both.decisions][:2] == ["correlative", "correlative"]


def test_an_own_subject_counts_before_and_after_the_predicate() -> None:
    for text in (
        "she/2/nsubj sings/0/root and/5/cc he/5/nsubj dances/2/conj",
        "she/2/nsubj sings/0/root and/4/cc dances/2/conj he/4/nsubj",
    ):
        assert decisions(ud(text))["she"] == ("private", "own-subject")


def test_what_is_fronted_before_an_inverted_subject_is_private_unless_inversion_goes_on() -> None:
    over = "soon/2/advmod came/0/root Ann/2/nsubj and/6/cc Bob/6/nsubj left/2/conj"
    on = "soon/2/advmod came/0/root Ann/2/nsubj and/5/cc left/2/conj Bob/5/nsubj"
    for relation in ("advmod", "obl"):
        found = [decisions(ud(text.replace("advmod", relation)))["soon"][0] for text in (over, on)]
        assert found == ["private", "shared"]


def test_an_adverb_before_an_auxiliary_that_is_private_is_private_after_the_subject() -> None:
    text = "%s Ana/4/nsubj há/4/aux/AUX comido/0/root/VERB/part e/6/cc dorme/4/conj/VERB/fin"
    inside = "Ana/4/nsubj já/4/advmod há/4/aux/AUX comido/0/root/VERB/part e/6/cc dorme/4/conj/VERB/fin"
    assert decisions(ud(inside))["já"] == ("private", "default")
    assert decisions(ud(text % "hoje/4/advmod"))["hoje"] == ("shared", "outside-subject")
    finite = "she/3/nsubj often/3/advmod sings/0/root/VERB/Tense=Pres and/5/cc danced/3/conj/VERB/Tense=Past"
    assert decisions(ud(finite))["often"] == ("shared", "default")


def test_a_pronoun_at_the_beginning_of_a_relative_clause_is_shared_without_features() -> None:
    text = "lo/0/root que/3/obj/PRON compró/1/%s y/5/cc vendió/3/conj"
    assert decisions(ud(text % "acl:relcl"))["que"] == ("shared", "relative")
    assert decisions(ud(text % "ccomp"))["que"] == ("private", "default")
    later = "la/0/root que/5/nsubj/PRON hoy/5/advmod/ADV le/5/iobj/PRON canta/1/acl:relcl y/7/cc baila/5/conj"
    found = decisions(ud(later))
    assert (found["que"][1], found["le"][0]) == ("relative", "private")


def test_a_correlative_belongs_to_the_innermost_coordination() -> None:
    text = "either/2/cc:preconj tea/0/root or/4/cc milk/2/conj and/6/cc jam/2/conj"
    assert format_brackets(convert(ud(text)).tree) == "[(cc:preconj=either [tea cc=or milk]) cc=and jam]"
    two = "both/3/cc:preconj either/3/cc:preconj tea/0/root or/5/cc milk/3/conj and/7/cc jam/3/conj"
    expected = "cc:preconj=both [(cc:preconj=either [tea cc=or milk]) cc=and jam]"
    assert format_brackets(convert(ud(two)).tree) == expected


def test_a_clitic_is_no_subject() -> None:
    assert decisions(ud("Maria/3/nsubj si/3/expl lava/0/root e/5/cc canta/3/conj"))["si"][0] == "private"
    assert decisions(ud("si/2/expl/PRON/Reflex=Yes lava/0/root e/4/cc canta/2/conj"))["si"][0] == "private"
    assert decisions(ud("there/2/expl is/0/root and/4/cc was/2/conj"))["there"][0] == "shared"


def test_what_stands_between_commas_is_no_argument_in_between() -> None:
    text = "she/4/nsubj ,/3/punct today/4/obl sang/0/root and/6/cc slept/4/conj"
    assert decisions(ud(text))["today"] == ("shared", "default")


def test_the_coordinator_before_a_clause_is_no_correlative_but_the_one_before_a_noun_is() -> None:
    clause = "and/3/cc she/3/nsubj came/0/root and/5/cc went/3/conj"
    assert decisions(ud(clause))["she"] == ("shared", "default")
    noun = "et/3/cc magna/3/amod arma/0/obj et/5/cc virum/3/conj"
    assert decisions(ud(noun))["magna"] == ("private", "correlative")
    other = "sed/3/cc in/3/case armis/0/obl et/5/cc viris/3/conj"
    assert decisions(ud(other))["in"] == ("shared", "default")


# What stands after the last conjunct, and only there


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("asma/5/obl ve/3/cc kapı/1/conj için/3/case geldi/0/root", ("shared", "final")),
        # The first noun has a postposition of its own, another case, or nothing that it depends on.
        ("asma/6/obl ile/1/case ve/4/cc kapı/1/conj için/4/case geldi/0/root", ("private", "attachment")),
        (
            "asma/5/obl/NOUN/Case=Loc ve/3/cc kapı/1/conj/NOUN/Case=Gen için/3/case geldi/0/root",
            ("private", "attachment"),
        ),
        ("asma/0/root ve/3/cc kapı/1/conj için/3/case", ("private", "attachment")),
        # The last noun has another adposition before it.
        ("asma/6/obl ve/4/cc bis/4/case kapı/1/conj için/4/case geldi/0/root", ("private", "attachment")),
    ],
)
def test_an_adposition_of_the_last_conjunct_is_that_of_all_if_the_others_need_one(
    text: str, decision: tuple[str, str]
) -> None:
    assert decisions(ud(text))["için"] == decision


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("capta/0/root/VERB/part et/3/cc victa/1/conj/VERB/part est/3/aux/AUX/fin", ("shared", "final")),
        ("aeger/0/root/ADJ et/3/cc fessus/1/conj/ADJ est/3/cop/AUX/fin", ("shared", "final")),
        # The first predicate needs none, has one, or nothing tells; the second has its own subject; forms differ.
        ("ardet/0/root/VERB/fin et/3/cc victa/1/conj/VERB/part est/3/aux/AUX/fin", ("private", "attachment")),
        ("capta/0/root/VERB/part erat/1/aux et/4/cc victa/1/conj/VERB/part est/4/aux", ("private", "attachment")),
        ("capta/0/root/VERB et/3/cc victa/1/conj/VERB est/3/aux/AUX", ("private", "attachment")),
        ("capta/0/root/VERB/part et/4/cc urbs/4/nsubj victa/1/conj/VERB/part est/4/aux", ("private", "attachment")),
        ("capta/0/root/VERB/inf et/3/cc victa/1/conj/VERB/part est/3/aux/AUX/fin", ("private", "attachment")),
    ],
)
def test_an_auxiliary_of_the_last_conjunct_is_that_of_all_if_the_others_need_one(
    text: str, decision: tuple[str, str]
) -> None:
    assert decisions(ud(text))["est"] == decision


@pytest.mark.parametrize(
    ("relation", "particle", "decision"),
    [
        ("nmod:poss", "PART", ("shared", "final")),
        ("obj", "PART", ("private", "attachment")),  # "we like Ikea and Leon's"
        ("obj", "ADP", ("shared", "final")),
    ],
)
def test_a_possessive_of_the_last_conjunct_is_that_of_all_if_they_modify_a_noun(
    relation: str, particle: str, decision: tuple[str, str]
) -> None:
    text = f"Tom/5/{relation} and/3/cc Ann/1/conj 's/3/case/{particle} house/0/root"
    assert decisions(ud(text))["'s"] == decision


# Predicates that are not verbs


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("in/2/case Rome/0/root/NOUN and/4/cc sings/2/conj/VERB/fin", ("private", "case")),
        ("in/2/case Rome/0/root/NOUN and/4/cc sings/2/conj/VERB", ("private", "case")),
        # A participle has no preposition either, but may be a noun: "by trade and begging".
        ("in/2/case Rome/0/root/NOUN and/4/cc hurt/2/conj/VERB/part", ("shared", "default")),
        (
            "in/2/case Rome/5/obl/NOUN and/4/cc sings/2/conj/VERB/fin came/0/root",
            ("shared", "default"),
        ),
        ("in/2/mark Rome/0/root/NOUN and/4/cc sings/2/conj/VERB/fin", ("shared", "default")),
    ],
)
def test_the_adposition_of_a_predicate_is_not_that_of_a_finite_verb(text: str, decision: tuple[str, str]) -> None:
    assert decisions(ud(text))["in"] == decision


# Several auxiliaries


@pytest.mark.parametrize(
    ("later", "outer"),
    [
        ("been/6/aux/AUX/part heard/3/conj/VERB/part", "shared"),
        ("been/6/aux/AUX heard/3/conj/VERB/part", "shared"),
        ("was/6/aux/AUX/fin heard/3/conj/VERB/part", "private"),
        ("was/6/aux/AUX heard/3/conj/VERB/part", "private"),
    ],
)
def test_of_several_auxiliaries_the_inner_ones_are_answered(later: str, outer: str) -> None:
    found = decisions(ud(f"has/3/aux/AUX/fin been/3/aux/AUX/part seen/0/root/VERB/part and/6/cc {later}"))
    assert {word: decision for word, (decision, _) in found.items()} == {"has": outer, "been": "private"}


def test_as_many_auxiliaries_again_answer_all() -> None:
    first = "has/3/aux/AUX/part been/3/aux/AUX/part seen/0/root/VERB/part"
    found = decisions(ud(f"{first} and/7/cc had/7/aux/AUX/part be/7/aux/AUX/part heard/3/conj/VERB/part"))
    assert {decision for decision, _ in found.values()} == {"private"}


@pytest.mark.parametrize(
    ("markers", "later", "outer"),
    [
        ("om/3/mark te/3/mark", "te/6/mark slapen/3/conj", "shared"),
        ("om/3/mark te/3/mark", "ter/6/mark slapen/3/conj", "private"),
        ("om/3/mark/SCONJ te/3/mark/ADP", "ter/6/mark/ADP slapen/3/conj", "private"),
        ("om/3/mark te/3/mark", "om/7/mark te/7/mark slapen/3/conj", "private"),
    ],
)
def test_of_several_subordinators_the_inner_ones_are_answered_by_the_same_words(
    markers: str, later: str, outer: str
) -> None:
    found = decisions(ud(f"{markers} eten/0/root/VERB/inf en/6/cc {later}"))
    assert {word: decision for word, (decision, _) in found.items()} == {"om": outer, "te": "private"}


# Clitics


def test_an_object_that_two_clitics_double_is_shared_if_they_can_stand_for_the_same() -> None:
    first = "Ion/3/obj l-/3/expl/PRON/Case=Acc|Number=Sing văzut/0/root și/6/cc"
    assert decisions(ud(f"{first} l-/6/obj salutat/3/conj"))["Ion"][0] == "private"
    assert decisions(ud(f"{first} l-/6/expl/PRON/Case=Acc salutat/3/conj"))["Ion"] == ("shared", "doubled")
    assert decisions(ud(f"{first} i-/6/expl/PRON/Case=Acc|Number=Plur salutat/3/conj"))["Ion"][0] == "private"
    assert decisions(ud(f"{first} l-/6/expl/PRON/Case=Acc salutat/3/conj Ana/6/obj"))["Ion"][0] == "private"
    clitic_first = "l-/3/expl/PRON/Case=Acc Ion/3/obj văzut/0/root și/6/cc l-/6/expl/PRON/Case=Acc salutat/3/conj"
    assert decisions(ud(clitic_first))["Ion"] == ("private", "default")


@pytest.mark.parametrize("clitic", ["îl/3/expl/PRON/Case=Acc", "îl/3/expl/PRON/Case=Dat", "se/3/expl/PRON/Reflex=Yes"])
def test_a_clitic_with_the_label_of_expletives_is_known_by_its_features(clitic: str) -> None:
    form = clitic.partition("/")[0]
    assert decisions(ud(f"și/3/advmod {clitic} vede/0/root și/5/cc pleacă/3/conj"))[form] == ("private", "default")
    assert decisions(ud("și/3/advmod it/3/expl rains/0/root and/5/cc snows/3/conj"))["it"] == ("shared", "default")


def test_without_features_a_clitic_is_known_by_what_it_follows_in_the_first_conjunct() -> None:
    text = "Maria/3/nsubj si/3/expl lava/0/root e/6/cc si/6/expl veste/3/conj"
    assert decisions(ud(text)) == {"Maria": ("shared", "default"), "si": ("private", "parallel")}
    text = "Maria/3/nsubj si/3/expl lava/0/root e/6/cc ci/6/expl piove/3/conj"
    assert decisions(ud(text))["Maria"] == ("private", "own-subject")
    # After the verb, it is the subject.
    text = "mich/2/obj ärgert/0/root es/2/expl und/5/cc stört/2/conj"
    assert decisions(ud(text)) == {"mich": ("private", "inverted")}
    # "There is tea, and there are buns": no clitic, but a subject.
    text = "there/2/expl is/0/root tea/2/nsubj and/6/cc there/6/expl are/2/conj buns/6/nsubj"
    assert decisions(ud(text))["there"] == ("private", "own-subject")


# Not only


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("nejen/2/advmod Jana/0/root ale/5/cc i/5/advmod Petr/2/conj", "nejen"),
        ("ne/2/advmod samo/3/advmod Jana/0/root ale/6/cc i/6/advmod Petr/3/conj", "samo"),
        ("no/4/advmod tan/4/advmod solo/4/advmod té/0/root sino/6/cc pan/4/conj", "solo"),
        ("no/3/advmod tan/3/advmod solo/4/advmod té/0/root sino/6/cc pan/4/conj", "solo"),
        ("not/3/advmod just/3/advmod tea/0/root but/5/cc milk/3/conj", "just"),
    ],
)
def test_not_only_is_a_correlative_in_one_word_or_several(text: str, word: str) -> None:
    assert decisions(ud(text))[word] == ("shared", "correlative")


@pytest.mark.parametrize(
    "text",
    [
        "tan/2/advmod solo/3/advmod té/0/root sino/5/cc pan/3/conj",  # no negation
        "no/4/advmod ,/3/punct solo/4/advmod té/0/root sino/6/cc pan/4/conj",  # not next to it
        "if/2/mark not/4/advcl just/4/advmod say/0/root but/6/cc write/4/conj",  # a clause of its own
    ],
)
def test_only_is_no_correlative_without_a_negation_next_to_it(text: str) -> None:
    assert "correlative" not in {rule for _, rule in decisions(ud(text)).values()}


def test_what_follows_not_only_is_private_before_but_and_may_be_shared_before_and() -> None:
    only = "not/4/advmod only/4/advmod in/4/case Rome/0/root {}/6/cc Oslo/4/conj"
    assert decisions(ud(only.format("but")))["in"] == ("private", "correlative")
    assert decisions(ud(only.format("and")))["in"] == ("shared", "default")
    assert decisions(ud("not/4/advmod only/4/advmod in/4/case Rome/0/root ,/6/punct Oslo/4/conj"))["in"][0] == "private"


def test_not_only_goes_with_but_although_a_list_without_coordinator_is_inside() -> None:
    text = "not/4/advmod only/4/advmod in/4/case Rome/0/root ,/6/punct Oslo/4/conj today/4/advmod but/9/cc Bonn/4/conj"
    inner, outer = (one for one in convert(ud(text)).decisions if one.word == 3)
    assert (inner.shared, inner.rule) == (True, "default")
    assert (outer.shared, outer.rule) == (False, "correlative")


def test_not_only_of_a_later_conjunct_is_inside_it() -> None:
    tree = convert(ud("tea/0/root and/5/cc not/5/advmod only/5/advmod milk/1/conj")).tree
    assert format_brackets(tree) == "[tea cc=and (advmod=not advmod=only milk)]"


def test_not_only_as_one_word_goes_with_but_and_not_with_what_is_coordinated_inside() -> None:
    tree = convert(ud("nejen/2/advmod Jana/0/root nebo/4/cc Eva/2/conj ale/6/cc Petr/2/conj")).tree
    assert format_brackets(tree) == "advmod=nejen [[Jana cc=nebo Eva] cc=ale Petr]"


# Inversion


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("soon/2/advmod came/0/root Ann/2/nsubj and/5/cc sang/2/conj", ("private", "inverted")),
        ("soon/2/advmod came/0/root Ann/2/nsubj and/5/cc went/2/conj Bob/5/nsubj", ("shared", "default")),
        ("soon/3/advmod Ann/3/nsubj came/0/root and/5/cc sang/3/conj", ("shared", "outside-subject")),
        (
            "soon/2/advmod came/0/root Ann/2/nsubj here/2/advmod and/6/cc Bob/2/conj there/6/orphan",
            ("shared", "default"),
        ),
        ("soon/2/advmod/ADV/PronType=Int came/0/root Ann/2/nsubj and/5/cc sang/2/conj", ("shared", "relative")),
    ],
)
def test_what_is_before_a_predicate_whose_subject_follows_is_private_if_the_subject_is_understood_later(
    text: str, decision: tuple[str, str]
) -> None:
    assert decisions(ud(text))["soon"] == decision
