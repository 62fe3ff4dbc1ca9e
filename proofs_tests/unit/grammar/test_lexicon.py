"""The lexicon: its forms and classes."""

from __future__ import annotations

from bubbletree.grammar import lexicon


def test_words_are_inflected() -> None:
    for entry, singular, plural in (
        ("cup", "cup", "cups"),
        ("bus", "bus", "buses"),
        ("dish", "dish", "dishes"),
        ("coach", "coach", "coaches"),
        ("box", "box", "boxes"),
        ("story", "story", "stories"),
        ("toy", "toy", "toys"),
        ("child:children", "child", "children"),
    ):
        assert lexicon._nouns(f"{entry} cup") == ((singular, plural), ("cup", "cups"))
    for entry, forms in (
        ("cook", "cook cooks cooked cooked"),
        ("bake", "bake bakes baked baked"),
        ("try", "try tries tried tried"),
        ("destroy", "destroy destroys destroyed destroyed"),
        ("meet:met", "meet meets met met"),
        ("catch:caught", "catch catches caught caught"),
        ("write:wrote:written", "write writes wrote written"),
    ):
        assert lexicon._verbs(f"{entry} cook") == (tuple(forms.split()), ("cook", "cooks", "cooked", "cooked"))
    assert lexicon._mass("tea milk") == (("tea", "tea"), ("milk", "milk"))
    assert lexicon._words("in near") == ("in", "near")
    assert [kind for kind, each in lexicon.NOUNS.items() if each.mass] == ["drink", "food", "topping", "topic"]


def test_classes_refer_to_classes() -> None:
    for noun_class in lexicon.NOUNS.values():
        assert noun_class.complement in ("", "city", *lexicon.NOUNS)
        assert bool(noun_class.preposition) == bool(noun_class.complement)
    for verb_class in lexicon.VERBS.values():
        assert verb_class.objects == tuple(each for each in verb_class.objects if each in ("name", *lexicon.NOUNS))
        assert verb_class.place == "" or lexicon.NOUNS[verb_class.place].domain == "place"
        assert verb_class.manner in ("", *lexicon.MANNERS)
    assert all(isinstance(name, str) for name in (*lexicon.NOUNS, *lexicon.VERBS))
    assert {form for form, third in lexicon.PRONOUNS if third} == {"he", "she"}
    domains = {noun_class.domain for noun_class in lexicon.NOUNS.values()}
    assert all(isinstance(domain, str) for domain in domains)
    assert domains.issuperset(domain for several in lexicon.ADJECTIVES for domain in several)


def test_classes_need_say_no_more_than_there_is() -> None:
    moon = lexicon.NounClass("moon", "body", lexicon._nouns("moon"))
    assert (moon.mass, moon.preposition, moon.complement) == (False, "", "")
    assert lexicon.NounClass("air", "gas", lexicon._mass("air")).mass
    shine = lexicon.VerbClass("shine", lexicon._verbs("shine:shone"))
    assert (shine.objects, shine.place, shine.manner) == ((), "", "")
