"""Model text as gRPC can carry it."""


def scrub(text: str) -> str:
    """The text with every lone surrogate as U+FFFD: UTF-8 has no bytes for it.

    Detokenizers make such text out of bytes that are no UTF-8.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
