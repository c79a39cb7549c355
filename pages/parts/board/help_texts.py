"""Which words the helps of the board use: its panels, keys, pace, breaks, warning, search and mention."""

from languages import worded

TEXTS = {
    # header
    "guideline": worded("Guideline"),
    "keys": worded("Keys"),
    "settings": worded("Settings"),
    "close_panel": worded("Close"),
    # rows
    "about_item": worded("About the whole item"),
    "about_memory": worded("About each memory"),
    "about_response": worded("About each response"),
    # guideline
    "guideline_empty": worded("This project has no guideline."),
    "guideline_missing": worded("The guideline could not be loaded."),
    # key list
    "keys_moves": worded("Moving and sending"),
    "keys_commands": worded("The item"),
    "keys_help": worded("Help"),
    "keys_off": worded(
        "Single-letter keys are off; every command has a button too. They can be switched on in the settings."
    ),
    "key_up": worded("One answer up"),
    "key_down": worded("One answer down"),
    "key_submit": worded("Submit the item"),
    "key_escape": worded("Close what is open"),
    "key_back": worded("Back to the item before"),
    "key_forward": worded("Forward again"),
    "key_list": worded("List of your items"),
    "key_flag": worded("Flag the item, or take the flag off"),
    "key_note": worded("Note about the item"),
    "key_skip": worded("Skip the item, with a reason"),
    "key_history": worded("What you answered before"),
    "key_clear": worded("Clear the answer"),
    "key_undo": worded("Undo"),
    "key_redo": worded("Redo"),
    "key_keys": worded("This list of keys"),
    "key_guideline": worded("Guideline beside the item"),
    "key_search": worded("Search in the dialogue"),
    "key_mention": worded("Where the dialogue has this memory's words"),
    "cap_ArrowUp": "↑",
    "cap_ArrowDown": "↓",
    "cap_Enter": worded("Enter"),
    "cap_Escape": worded("Esc"),
    "cap_Delete": worded("Del"),
    "cap_Backspace": "⌫",
    "cap_Ctrl": worded("Ctrl"),
    "cap_Shift": worded("Shift"),
    # settings
    "set_single_keys": worded("Single-letter keys"),
    "set_single_keys_help": worded(
        "Letters and signs such as u, f or ? are keys. Digits, arrows and Enter always are."
    ),
    "set_show_progress": worded("Progress"),
    "set_show_progress_help": worded("How many of your items are done."),
    "set_show_pace": worded("Pace"),
    "set_show_pace_help": worded("How long an item usually takes you. Only you see this line."),
    "set_break": worded("Remind me of a break"),
    "set_break_help": worded("A quiet line after so much time at work. Nothing is locked."),
    "break_never": worded("Never"),
    "break_minutes": worded("After {n} minutes"),
    "settings_kept": worded("Kept."),
    "settings_not_kept": worded("This holds on this screen, but could not be kept for your next visit."),
    # pace and breaks
    "pace": worded("about {time} an item, {n} an hour"),
    "pace_help": worded(
        "The middle value of your last items, up to {n}, in this browser session; pauses do not count."
    ),
    "seconds": worded("{n} s"),
    "minutes": worded("{n} min"),
    "break_now": worded(
        "You have worked for {n} minutes. A short break would do you good; everything here waits for you."
    ),
    "break_dismiss": worded("OK, dismiss"),
    # warning
    "warning_title": worded("This item may be distressing."),
    "warning_words": worded("The researchers of this project marked it as sensitive. Nothing of it is shown yet."),
    "warning_show": worded("Show the item"),
    "warning_skip": worded("Skip it"),
    # search and mention
    "search": worded("Search"),
    "mention": worded("Mention"),
    "search_close": worded("Close the search"),
    "previous_hit": worded("Previous hit"),
    "next_hit": worded("Next hit"),
    "hit_of": worded("{n} of {total}"),
    "no_hits": worded("Not found"),
    "mention_at": worded("{n} of {total} · turn {turn} of {turns} has {words} · a word search only"),
    "no_mention": worded("No mention found: no turn has a word of this memory. This is a word search only."),
    # left out of a word search: they are in every turn
    "common_words": worded(
        "a about after all also am an and any are as at be because been before but by can could did do does for from"
        " get got had has have he her here him his how if in into is it its just like me more my no not now of off on"
        " one or our out over she should so some than that the their them then there these they this those to too up"
        " us very was we were what when where which who will with would you your"
    ),
}
