"""What a person is told when the app itself is at fault: a sentence, and the way on.

What went wrong stands in the server's log. On the page no word of it does: it could quote a path, or a text.
"""

import streamlit as st

from tokcore import TokcoreError

SENTENCE = (
    "Something in the app itself went wrong, and the page ends here. What you typed is kept. Try again; if "
    "that does not help, *Reset* brings the page's example back."
)


def told(error: Exception) -> bool:
    """Show the sentence where the page ended, for an error that nobody has caught; it is dealt with then."""
    st.error(SENTENCE)
    if isinstance(error, TokcoreError):
        st.text(str(error))  # a sentence for a person; it may quote their text
    st.button("Try again", icon=":material/refresh:", key="broken.again")  # to run the page again is enough
    return True
