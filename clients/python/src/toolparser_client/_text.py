"""Model text as gRPC can carry it."""

from __future__ import annotations


def scrub(text: str, name: str) -> str:
    """The text with every lone surrogate as U+FFFD: UTF-8 has no bytes for it.

    Detokenizers make such text out of bytes that are not UTF-8. Raises TypeError, with the
    name of the argument, if it isn't text.
    """
    if not isinstance(text, str):
        raise TypeError(_not_text(text, name))
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _not_text(value: object, name: str) -> str:
    if value is None:
        return f'{name} is None, want str: a message without text has no output to parse; pass content or ""'
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f'{name} is {type(value).__name__}, want str: decode it with .decode("utf-8", "replace")'
    return f"{name} is {type(value).__name__}, want str"
