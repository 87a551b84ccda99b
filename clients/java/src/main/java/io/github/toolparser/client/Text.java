package io.github.toolparser.client;

import com.google.protobuf.ByteString;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Model text as gRPC can carry it. */
final class Text {
  /** U+FFFD. */
  static final ByteString REPLACEMENT = ByteString.copyFromUtf8("\ufffd");

  /** The text's UTF-8, with U+FFFD for every surrogate that stands alone: it has none. */
  static ByteString utf8(String text) {
    try {
      return ByteString.copyFrom(
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPLACE)
              .replaceWith(REPLACEMENT.toByteArray())
              .encode(CharBuffer.wrap(text)));
    } catch (CharacterCodingException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Whether the text ends in the first half of a code point. */
  static boolean endsInHalf(String text) {
    return !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
  }

  private Text() {}
}
