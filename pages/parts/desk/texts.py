"""Which words the adjudicator's desk says beside the board's own, by name, so that they can be translated.

`{name}` is filled in by the script. Two texts named `<name>_one` and `<name>_many` are one sentence for one or several.
"""

from __future__ import annotations

from languages import worded

TEXTS: dict[str, str | dict[str, str]] = {
    # header
    "item_number": worded("Item {n}"),
    "far": worded("{open} to decide · {decided} decided"),
    "order": worded("Order of the items"),
    "order_size": worded("Most disagreement first"),
    "order_item": worded("Item by item"),
    "list": worded("Items"),
    "keys": worded("Keys"),
    "suggest": worded("Suggestions"),
    "hide_suggestions": worded("Hide suggestions"),
    "show_names": worded("Show names"),
    "hide_names": worded("Hide names"),
    # bar
    "reason": worded("Reason"),
    "reason_hint": worded("One sentence that a colleague would understand"),
    "reason_optional": worded("Optional: one sentence that a colleague would understand"),
    "back": worded("Back"),
    "pass": worded("Later"),
    "save": worded("Save"),
    "decided_of": worded("{n} of {total} chosen"),
    "nothing_open": worded("Nothing to decide here"),
    "changes_one": worded("1 change"),
    "changes_many": worded("{n} changes"),
    "choices_kept": worded("Kept in this browser, not saved yet"),
    "choices_not_kept": worded("Not saved, and cannot be kept in this browser"),
    "saved_decisions_one": worded("1 decision saved"),
    "saved_decisions_many": worded("{n} decisions saved"),
    "nothing_chosen": worded("Nothing is chosen here. Choose a label, or press s to come back later."),
    "reason_missing": worded("A decision needs a reason: one sentence is enough."),
    "left_one": worded("1 is still to decide. Press Enter again to save the others."),
    "left_many": worded("{n} are still to decide. Press Enter again to save the others."),
    "late_one": worded("1 choice kept here no longer fits: the same was decided in the meantime."),
    "late_many": worded("{n} choices kept here no longer fit: the same was decided in the meantime."),
    "no_earlier": worded("There is no earlier item."),
    "no_other": worded("No other item waits."),
    # rows
    "desk_targets": worded("What to decide"),
    "part_open_one": worded("1 to decide"),
    "part_open_many": worded("{n} to decide"),
    "part_decided_one": worded("1 decided by an adjudicator"),
    "part_decided_many": worded("{n} decided by adjudicators"),
    "part_undecided_one": worded("1 undecided, though nobody differs"),
    "part_undecided_many": worded("{n} undecided, though nobody differs"),
    "part_settled_one": worded("1 settled by the rule"),
    "part_settled_many": worded("{n} settled by the rule"),
    "answers": worded("Answers"),
    "commented": worded("{who}: {words}"),
    "to_save": worded("Not saved yet: {label}"),
    "to_withdraw": worded("Not saved yet: undecided again"),
    "stands": worded("{label} · {by}"),
    "undecided_again": worded("undecided again"),
    "by_you": worded("decided by you"),
    "by_other": worded("decided by another adjudicator"),
    "by_name": worded("decided by {name}"),
    "by_unanimous": worded("all agree"),
    "by_majority": worded("most agree"),
    "by_imported": worded("imported"),
    "own_reason": worded("Reason for this one"),
    "withdraw": worded("Withdraw"),
    "history": worded("History"),
    # above the rows
    "own": worded("You have labelled this item yourself. The release will say so if you decide it."),
    "annotators_waiting_one": worded("1 annotator has still to finish this item."),
    "annotators_waiting_many": worded("{n} annotators have still to finish this item."),
    "notes": worded("What the annotators say of this item"),
    "flagged": worded("flagged"),
    "skipped": worded("skipped: {reason}"),
    "skip_hard": worded("too hard"),
    "skip_broken": worded("broken item"),
    "skip_distressing": worded("distressing"),
    "skip_other": worded("other"),
    # suggestions, shown when asked for
    "suggesting": worded("Asking for suggestions …"),
    "suggested": worded("Suggested: {label} ({chances})"),
    "no_suggestion": worded("No suggestion ({chances})"),
    "not_suggested": worded("No suggestion: it needs three annotators or more."),
    "chance": worded("{label} {percent} %"),
    "suggestions_are": worded(
        "Suggestions weigh each annotator by how often all answers of this project bear them out (Dawid "
        "and Skene). They are no votes; that you looked at them is kept in the log."
    ),
    "reliability": worded("Estimated reliability: {raters}"),
    "reliable": worded("{name} {percent} %"),
    "no_suggestions": worded("No suggestions: {why}."),
    # list of items
    "list_title": worded("Items"),
    "items_open": worded("To decide"),
    "items_decided": worded("Decided"),
    "items_undisputed": worded("Undecided, though nobody differs"),
    "to_decide": worded("{n} to decide"),
    "decided_at": worded("{n} decided · {when}"),
    "undecided": worded("{n} undecided"),
    "undisputed_why": worded(
        "They have fewer than two answers, or the rule has not been run. A researcher runs it on the "
        "command line: python -m annotation settle"
    ),
    "items_waiting_one": worded("1 item with disagreement waits until all of its annotators are done."),
    "items_waiting_many": worded("{n} items with disagreement wait until all of their annotators are done."),
    "no_items": worded("No item waits, and none has been decided."),
    # history of decisions
    "record": worded("Decisions so far"),
    "record_line": worded("{n}. {label} · {by}"),
    "supersedes": worded("supersedes {n}"),
    "no_decision": worded("Nobody has decided this yet."),
    # refusals
    "load_state": worded("Load what is decided now"),
    "choices_stay": worded("Nothing is lost: your choices are kept in this browser."),
    "desk_other_account": worded("You are now signed in as {name}. Unsaved choices of {before} stay in this browser."),
    "item_refused": worded("This item cannot be shown."),
    # nothing waits
    "nothing_waits": worded("Nothing waits for a decision."),
    "decided_so_far": worded("Decided so far: {n}."),
    "undisputed_left": worded("Undecided though nobody differs: {n}."),
    # the keys, as the list of keys shows them
    "desk_keys": {
        "1 2 3": worded("choose this label"),
        "a b c": worded("adopt the answer of this annotator"),
        "Space": worded("write, mark words, choose pieces, or find a label"),
        "0": worded("nothing applies"),
        "↑ ↓": worded("move (also k and j)"),
        "r": worded("write the reason; Esc goes back"),
        "Enter": worded("save, and go on to the next item"),
        "u": worded("back to the item before"),
        "s": worded("later: go on without saving"),
        "g": worded("suggestions, and away with them again"),
        "o": worded("the annotators' guideline, beside the rows"),
        "/": worded("search in the dialogue"),
        "l": worded("list of items, decided ones too"),
        "h": worded("decisions so far"),
        "Delete": worded("take the choice back; else withdraw the decision"),
        "?": worded("this list"),
    },
}
