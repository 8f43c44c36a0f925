package dev.mayfly.mongo.auth;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.text.Normalizer;

/** Makes passwords that look the same the same (RFC 4013). */
final class SaslPrep {
  private SaslPrep() {}

  static String prepare(String text) {
    String normal = Normalizer.normalize(mapped(text), Normalizer.Form.NFKC);
    boolean rightToLeft = false;
    boolean leftToRight = false;
    for (int i = 0; i < normal.length(); ) {
      int character = normal.codePointAt(i);
      if (isProhibited(character)) {
        throw new MongoException(
            ErrorCodes.BAD_VALUE,
            "A password can't contain the character U+%04X.".formatted(character));
      }
      rightToLeft |= isRightToLeft(character);
      leftToRight |=
          Character.getDirectionality(character) == Character.DIRECTIONALITY_LEFT_TO_RIGHT;
      i += Character.charCount(character);
    }
    if (rightToLeft
        && (leftToRight
            || !isRightToLeft(normal.codePointAt(0))
            || !isRightToLeft(normal.codePointBefore(normal.length())))) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "A password can't mix directions of writing in this way.");
    }
    return normal;
  }

  private static String mapped(String text) {
    StringBuilder mapped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            character -> {
              if (Character.getType(character) == Character.SPACE_SEPARATOR) {
                mapped.append(' ');
              } else if (!isMappedToNothing(character)) {
                mapped.appendCodePoint(character);
              }
            });
    return mapped.toString();
  }

  /** RFC 3454, table B.1. */
  private static boolean isMappedToNothing(int character) {
    return character == 0x00AD
        || character == 0x034F
        || character == 0x1806
        || character >= 0x180B && character <= 0x180D
        || character >= 0x200B && character <= 0x200D
        || character == 0x2060
        || character >= 0xFE00 && character <= 0xFE0F
        || character == 0xFEFF;
  }

  /** RFC 3454, tables C.2 to C.9. */
  private static boolean isProhibited(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL, Character.PRIVATE_USE, Character.SURROGATE -> true;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default ->
          (character & 0xFFFE) == 0xFFFE
              || character >= 0xFDD0 && character <= 0xFDEF
              || character >= 0xFFF9 && character <= 0xFFFD
              || character >= 0x2FF0 && character <= 0x2FFB
              || character == 0x0340
              || character == 0x0341
              || character == 0x06DD
              || character == 0x070F
              || character == 0x180E
              || character == 0x200E
              || character == 0x200F
              || character >= 0x202A && character <= 0x202E
              || character >= 0x2061 && character <= 0x2063
              || character >= 0x206A && character <= 0x206F
              || character >= 0x1D173 && character <= 0x1D17A
              || character >= 0xE0001 && character <= 0xE007F;
    };
  }

  private static boolean isRightToLeft(int character) {
    byte direction = Character.getDirectionality(character);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
