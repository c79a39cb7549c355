"""Which words the board says in a discussion: first answers, the thread, and what becomes of what is left alone."""

from languages import worded

TEXTS = {
    "talk": worded("What the others said"),
    "talk_is": worded(
        "People differed here. Read what they said first and why, then answer again. What you leave keeps your first "
        "answer. You see what others answer now after you have submitted."
    ),
    "talk_over": worded("The discussion is over. Here is what everybody said first, wrote, and answered then."),
    "talk_back": worded(
        "The discussion is over, and this item was sent back to you alone. Here is what everybody said first, wrote, "
        "and answered then. What you leave keeps the answer that you gave."
    ),
    "talk_calibration": worded("The calibration is over. Here is what everybody answered; talk about it."),
    "talk_first": worded("First answers"),
    "talk_you": worded("You"),
    "talk_cannot": worded("Cannot judge: {why}"),
    "talk_now": worded("now: {label}"),
    "talk_adopt": worded("Keep"),
    "talk_thread": worded("Comments"),
    "talk_write": worded("Write a comment to the others"),
    "talk_send": worded("Send"),
    "talk_sent": worded("Sent."),
    "talk_unreachable": worded("Not sent: the server does not answer. The words stay here; try again."),
    "talk_unsent": worded("A comment is not sent yet. Send it with Ctrl+Enter, or empty it."),
    "talk_rest": worded("Not discussed here: {n}"),
    "talk_kept_one": worded("1 place keeps your first answer. Press Enter once more to submit."),
    "talk_kept_many": worded("{n} places keep your first answer. Press Enter once more to submit."),
    "key_adopt": worded("Your first answer once more, in a discussion"),
}
