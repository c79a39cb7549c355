"""Which words the labelling board says: every sentence of the browser script, by name, so that it can be translated.

`{name}` is filled in by the script. `<name>_one` and `<name>_many` are one sentence, for one and for several.
"""

from languages import meant, worded
from pages.parts.board import help_texts, kind_texts, talk_texts

_OWN = {
    # header
    "round": worded("Round {n} · {kind}"),
    "independent": worded("independent"),
    "discussion": worded("discussion"),
    "calibration": meant("a round on the board", "calibration"),
    "training": meant("a round on the board", "training"),
    "items_done": worded("{n} of {total} done"),
    "items_skipped": worded("{n} skipped"),
    "items": worded("Items"),
    "projects": worded("Projects"),
    "sign_out": worded("Sign out"),
    # context
    "context": worded("What came before"),
    "who_answers": worded("{name}, who answers"),
    "who_asks": worded("{name}, the user"),
    "scene": worded("Scene"),
    "dialogue": worded("Dialogue"),
    "no_dialogue": worded("There is no earlier dialogue."),
    "asks": worded("{name} asks"),
    # targets
    "targets": worded("What to judge"),
    "whole_item": worded("The whole item"),
    "meanings": worded("What the labels mean"),
    # footer
    "answered": worded("{n} of {total} answered"),
    "submit": worded("Submit"),
    "enter": worded("Enter"),
    "draft_saved": worded("Draft saved {time}"),
    "mark_saved": worded("Note and flag saved {time}"),
    "note_saved": worded("Note saved {time}"),
    "flag_saved": worded("Flag saved {time}"),
    "flag_off_saved": worded("Flag taken off {time}"),
    "draft_kept": worded("Draft kept in this browser"),
    "draft_not_kept": worded("Draft cannot be kept in this browser"),
    "missing_memory_one": worded("1 memory has no answer yet"),
    "missing_memory_many": worded("{n} memories have no answer yet"),
    "missing_answer_one": worded("1 answer is missing"),
    "missing_answer_many": worded("{n} answers are missing"),
    "saving": worded("Saving …"),
    "saved": worded("Saved"),
    "not_saved": worded("Not saved"),
    "not_confirmed": worded("Not saved yet: press Enter to send these answers again"),
    "not_saved_yet": worded("Not saved yet. Trying again {when} …"),
    "in_seconds": worded("in {n} s"),
    "try_now": worded("Try now"),
    "go_on": worded("Go on"),
    "save_correction": worded("Save the correction"),
    "taken_back_one": worded("1 answer is taken back and this item is open again. Press Enter once more."),
    "taken_back_many": worded("{n} answers are taken back and this item is open again. Press Enter once more."),
    "is_done": worded("This item is done; you can still correct it."),
    "was_skipped": worded("You skipped this item: {reason}."),
    "was_skipped_with": worded("You skipped this item: {words}"),
    "more": worded("More"),
    "act_back": worded("Back"),
    "act_forward": worded("Forward"),
    "act_undo": worded("Undo"),
    "act_history": worded("History"),
    "act_flag": worded("Flag"),
    "act_note": worded("Note"),
    "act_skip": worded("Skip"),
    # note and skip
    "tray": worded("Note or skip"),
    "close_tray": worded("Close"),
    "note_of_item": worded("Note on this item"),
    "note_keys": worded("Ctrl+Enter submits, Esc closes. The note is kept with the item."),
    "why_skip": worded("Why do you skip this item? You can come back to it."),
    "skip_hard": worded("Too hard"),
    "skip_broken": worded("Broken item"),
    "skip_distressing": worded("Distressing"),
    "skip_other": worded("Something else …"),
    "skip_words": worded("Why? Enter skips the item."),
    "skip_keys": worded("Press 1 to 4. Esc stays at the item."),
    "skip_needs": worded("Nothing is skipped yet: choose a reason, 1 to 4."),
    "skipped": worded("Skipped: {reason}"),
    "reason_hard": worded("too hard"),
    "reason_broken": worded("broken item"),
    "reason_distressing": worded("distressing"),
    "return_to": worded("Return"),
    # own items and their history
    "own_items": worded("Your items"),
    "which_items": worded("Which items"),
    "filter_all": worded("All"),
    "filter_open": meant("items", "Open"),
    "filter_draft": worded("Draft"),
    "filter_done": worded("Done"),
    "filter_skipped": worded("Skipped"),
    "filter_flagged": worded("Flagged"),
    "filter_changed": worded("Changed questions"),
    "filter_practice": meant("a round on the board", "calibration"),
    "no_items": worded("None."),
    "state_open": meant("an item", "open"),
    "state_draft": worded("draft"),
    "state_done": worded("done"),
    "state_skipped": worded("skipped"),
    "is_flagged": worded("flagged"),
    "is_sent_back": worded("sent back"),
    "is_changed": worded("question changed: look again"),
    "reserved_over": worded(
        "The time for which this item was reserved for you is over: somebody else may take it. Your answers are kept; "
        "it is yours again as soon as you go on, unless it was taken meanwhile."
    ),
    "reserved_gone": worded(
        "The time for which this item was reserved for you is over, and its place is free or somebody else's now. Your "
        "answers are kept, and you can still submit them: they count if the place is free, else they are kept apart."
    ),
    "returned": worded("An adjudicator asks you to look at this item again."),
    "returned_how": worded("Correct what is wrong and submit; what is right, submit as it is."),
    "has_note": worded("note"),
    "cannot_move": worded("The server does not answer now; this item stays open."),
    "cannot_list": worded("The server does not answer now. Try again in a moment."),
    "history": worded("What you submitted"),
    "revision": worded("Revision {n} · {time}"),
    "taken_away": worded("taken back"),
    # refusals
    "refused": worded("Not saved: {message}"),
    "no_reason": worded("the server did not say why (status {status})."),
    "load_current": worded("Load the current item"),
    "keep_this": worded("Keep this on screen"),
    "sign_in_ended": worded("Your sign-in has ended."),
    "kept_here": worded("Nothing is lost: your answers are kept in this browser."),
    "kept_on_screen": worded("Your answers are on this screen only; leave it open."),
    "sign_in": worded("Sign in again"),
    "then_back": worded("Sign in, then come back here and go on."),
    "other_account": worded("You are now signed in as {name}. Unsent answers of {before} stay in this browser."),
    "understood": worded("OK"),
    "draft_elsewhere": worded(
        "This item was also worked on in another tab or on another device. Shown is what is here."
    ),
    "draft_late": worded("This browser still holds other answers, from before this item was submitted elsewhere."),
    "use_other": worded("Use the other draft"),
    "keep_draft": worded("Keep this one"),
    # pages without an item
    "opening": worded("Opening …"),
    "unreachable_title": worded("The server does not answer."),
    "unreachable": worded("Trying again {when} …"),
    "cannot_open": worded("This project cannot be opened."),
    "all_done_one": worded("Your item is done. Thank you."),
    "all_done_many": worded("All {n} items are done. Thank you."),
    "some_done": worded("{n} of {total} items are done."),
    "skipped_wait_one": worded("1 skipped item waits"),
    "skipped_wait_many": worded("{n} skipped items wait"),
    "to_skipped_one": worded("Open it"),
    "to_skipped_many": worded("Open the first one"),
    "unassigned": worded("No items are assigned to you in this project."),
    "closed": worded("This round is closed. It takes no more answers."),
    "taken": worded("Others have everything that is left at the moment. What they do not finish comes back."),
    "look_again": worded("Look again"),
    "empty": worded("Nothing is left to label here: others have done it all."),
    "paused": worded(
        "Your work here is paused. What you have not submitted is kept; a researcher tells you when to go on."
    ),
    "not_passed": worded("You have not passed the training. Please talk to the researcher about how to go on."),
    # after a training item
    "feedback_title": worded("{n} of {total} right"),
    "feedback_right": worded("Right: {label}"),
    "feedback_wrong": worded("It is {label}."),
    "feedback_said": worded("You said {label}."),
    "feedback_none": worded("You gave no answer."),
    "training_passed": worded(
        "You have passed the training: {right} of {places} answers were right. Now the real items come."
    ),
    "training_again": worded("{right} of {places} answers were right. The same items come once more."),
    "training_not_passed": worded(
        "{right} of {places} answers were right. Please talk to the researcher about how to go on."
    ),
    "back_home": worded("Back to the projects"),
}

TEXTS = _OWN | help_texts.TEXTS | kind_texts.TEXTS | talk_texts.TEXTS
