"""Results that pages share: of public texts once for everybody, of a person's own kept by their session.

When many ask for the same public result in the same moment, one computation answers all of them.
"""

from collections.abc import Callable
from functools import partial, wraps
from operator import attrgetter
from typing import NamedTuple

import streamlit as st

from tokcore import TokcoreError
from ui import jobs
from ui.texts import Text


class _Refused(NamedTuple):
    kind: type[TokcoreError]
    sentence: str


def remembered(most: int | None = None, own: int = 4, says: str = "Counting …") -> Callable:
    """Remembers a function of texts, recipes and plain values: `most` results for all, `own` in a session.

    A text that is a person's `own` or a recipe that is `personal` makes a result theirs; without `most` every
    result is. What tokcore refuses on purpose is remembered for a session too, and not tried again. `says`
    stands there while people wait for a shared result.
    """

    def remembering(compute: Callable) -> Callable:
        @wraps(compute)
        def settled(*args):
            try:
                return compute(*args)
            except TokcoreError as error:
                return _Refused(type(error), str(error))

        keep = partial(st.cache_resource, hash_funcs={Text: attrgetter("key")})
        shared = keep(compute, max_entries=most, show_spinner=says) if most else None
        private = keep(settled, max_entries=own, scope="session", show_spinner=False)

        def ask(*args):
            if shared and not any(getattr(part, "own", getattr(part, "personal", False)) for part in args):
                with jobs.for_everybody():
                    return shared(*args)
            if isinstance(result := private(*args), _Refused):
                raise result.kind(result.sentence)
            return result

        return wraps(compute)(partial(jobs.or_again, ask))

    return remembering
