"""What are the events of the log and their details called on the screen? The log's file keeps the names of the code."""

from __future__ import annotations

from collections.abc import Mapping

from languages import Worded, meant, say

# As `annotation` writes them; what is missing here is shown as it is written.
KINDS: Mapping[str, Worded] = {
    str(each): each
    for each in (
        meant("in the log", "signed in"),
        meant("in the log", "signed out"),
        meant("in the log", "signed out everywhere"),
        meant("in the log", "sign-ins ended"),
        meant("in the log", "account made"),
        meant("in the log", "account closed"),
        meant("in the log", "password changed"),
        meant("in the log", "password reset"),
        meant("in the log", "project made"),
        meant("in the log", "items imported"),
        meant("in the log", "items assigned"),
        meant("in the log", "labels imported"),
        meant("in the log", "judge imported"),
        meant("in the log", "tuned items set"),
        meant("in the log", "sensitive items set"),
        meant("in the log", "pre-labels set"),
        meant("in the log", "sample drawn"),
        meant("in the log", "settings changed"),
        meant("in the log", "codebook changed"),
        meant("in the log", "round opened"),
        meant("in the log", "round closed"),
        meant("in the log", "repeats planned"),
        meant("in the log", "known answers set"),
        meant("in the log", "known items mixed in"),
        meant("in the log", "calibration planned"),
        meant("in the log", "training planned"),
        meant("in the log", "training passed"),
        meant("in the log", "training begun again"),
        meant("in the log", "training not passed"),
        meant("in the log", "training let pass"),
        meant("in the log", "annotator paused"),
        meant("in the log", "annotator resumed"),
        meant("in the log", "discussion opened"),
        meant("in the log", "comment made"),
        meant("in the log", "submitted"),
        meant("in the log", "item skipped"),
        meant("in the log", "item marked"),
        meant("in the log", "bank opened"),
        meant("in the log", "pool opened"),
        meant("in the log", "pool changed"),
        meant("in the log", "pool closed"),
        meant("in the log", "item taken"),
        meant("in the log", "places freed"),
        meant("in the log", "escalation set"),
        meant("in the log", "escalation ended"),
        meant("in the log", "another annotator asked"),
        meant("in the log", "settled"),
        meant("in the log", "decided"),
        meant("in the log", "decision withdrawn"),
        meant("in the log", "item sent back"),
        meant("in the log", "accepted by rule"),
        meant("in the log", "acceptance undone"),
        meant("in the log", "names shown"),
        meant("in the log", "suggestions shown"),
        meant("in the log", "reliability used"),
        meant("in the log", "exported"),
        meant("in the log", "released"),
    )
}
_DETAILS: Mapping[str, Worded] = {
    str(each): each
    for each in (
        meant("detail in the log", "account"),
        meant("detail in the log", "role"),
        meant("detail in the log", "sign ins"),
        meant("detail in the log", "protocol"),
        meant("detail in the log", "added"),
        meant("detail in the log", "skipped"),
        meant("detail in the log", "refused"),
        meant("detail in the log", "responses"),
        meant("detail in the log", "unparsed"),
        meant("detail in the log", "judges"),
        meant("detail in the log", "judge"),
        meant("detail in the log", "version"),
        meant("detail in the log", "annotators"),
        meant("detail in the log", "overlap"),
        meant("detail in the log", "seed"),
        meant("detail in the log", "items"),
        meant("detail in the log", "item"),
        meant("detail in the log", "memory"),
        meant("detail in the log", "question"),
        meant("detail in the log", "label"),
        meant("detail in the log", "judgments"),
        meant("detail in the log", "revision"),
        meant("detail in the log", "reason"),
        meant("detail in the log", "words"),
        meant("detail in the log", "note"),
        meant("detail in the log", "flagged"),
        meant("detail in the log", "policy"),
        meant("detail in the log", "round"),
        meant("detail in the log", "min raters"),
        meant("detail in the log", "decided"),
        meant("detail in the log", "undecided"),
        meant("detail in the log", "what"),
        meant("detail in the log", "format"),
        meant("detail in the log", "which"),
        meant("detail in the log", "count"),
        meant("detail in the log", "sensitive"),
        meant("detail in the log", "names visible"),
        meant("detail in the log", "reason required"),
        meant("detail in the log", "single keys"),
        meant("detail in the log", "content warning"),
        meant("detail in the log", "epsilon"),
        meant("detail in the log", "method"),
        meant("detail in the log", "before"),
        meant("detail in the log", "after"),
        meant("detail in the log", "sample"),
        meant("detail in the log", "by"),
        meant("detail in the log", "allocation"),
        meant("detail in the log", "reopened"),
        meant("detail in the log", "became"),
        meant("detail in the log", "share"),
        meant("detail in the log", "distance"),
        meant("detail in the log", "each"),
        meant("detail in the log", "attempt"),
        meant("detail in the log", "right"),
        meant("detail in the log", "places"),
        meant("detail in the log", "annotator"),
        meant("detail in the log", "places"),
        meant("detail in the log", "minutes"),
        meant("detail in the log", "order"),
        meant("detail in the log", "under"),
        meant("detail in the log", "cap"),
        meant("detail in the log", "agreement"),
        meant("detail in the log", "rater"),
        meant("detail in the log", "rule"),
        meant("detail in the log", "accepted"),
        meant("detail in the log", "error kind"),
        meant("detail in the log", "for guideline"),
        meant("detail in the log", "cannot"),
        meant("detail in the log", "kept away"),
        meant("detail in the log", "desk tags"),
        meant("detail in the log", "discusses"),
        meant("detail in the log", "release"),
        meant("detail in the log", "names"),
        meant("detail in the log", "sha256"),
    )
}
_VALUES: Mapping[tuple[str, str], Worded] = {
    ("role", "annotator"): meant("in the log", "annotator"),
    ("role", "adjudicator"): meant("in the log", "adjudicator"),
    ("role", "researcher"): meant("in the log", "researcher"),
    ("role", "admin"): meant("in the log", "admin"),
    ("policy", "unanimous"): meant("in the log", "unanimous"),
    ("policy", "majority"): meant("in the log", "majority"),
    ("reason", "hard"): meant("in the log", "too hard"),
    ("reason", "broken"): meant("in the log", "broken item"),
    ("reason", "distressing"): meant("in the log", "distressing"),
    ("reason", "other"): meant("in the log", "other reason"),
    ("error_kind", "ambiguous"): meant("why people differ", "ambiguous text"),
    ("error_kind", "guideline"): meant("why people differ", "gap in the guideline"),
    ("error_kind", "slip"): meant("why people differ", "slip"),
    ("error_kind", "subjective"): meant("why people differ", "subjective"),
    ("what", "labels"): meant("in the log", "labels"),
    ("what", "gold"): meant("in the log", "gold"),
    ("what", "report"): meant("in the log", "report"),
    ("what", "log"): meant("in the log", "log"),
    ("what", "splits"): meant("in the log", "splits"),
    ("what", "measures"): meant("in the log", "measures"),
    ("order", "planned"): meant("in the log", "as imported"),
    ("order", "random"): meant("in the log", "drawn for each annotator"),
    ("order", "disputed"): meant("in the log", "most disputed first"),
    ("allocation", "proportional"): meant("in the log", "proportional"),
    ("allocation", "equal"): meant("in the log", "equal"),
}


def kind(name: str) -> str:
    """What happened."""
    return say(KINDS.get(name, name))


def detail(name: str) -> str:
    """The name of a detail."""
    plain = name.replace("_", " ")
    return say(_DETAILS.get(plain, plain))


def value(name: str, text: str) -> str:
    """The value of a detail, where it is one of a few; else the text itself."""
    found = _VALUES.get((name, text))
    return say(found) if found else text
