package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueReader;
import java.math.BigInteger;

/** What literals in a query's text stand for. */
final class Literals {
  private Literals() {}

  static Value number(String text) {
    if (text.startsWith("0x") || text.startsWith("0X")) {
      BigInteger whole = new BigInteger(text.substring(2), 16);
      return whole.bitLength() < Long.SIZE
          ? Value.of(whole.longValue())
          : Value.of(whole.doubleValue());
    }
    return ValueReader.number(text);
  }

  /** The string within the quotes, with its escapes resolved. */
  static String string(String quoted) {
    if (quoted.indexOf('\\') < 0) {
      return quoted.substring(1, quoted.length() - 1);
    }
    StringBuilder string = new StringBuilder(quoted.length());
    int end = quoted.length() - 1;
    for (int i = 1; i < end; i++) {
      char c = quoted.charAt(i);
      if (c != '\\') {
        string.append(c);
        continue;
      }
      char escape = Character.toLowerCase(quoted.charAt(++i));
      if (escape == 'u') {
        string.append((char) Integer.parseInt(quoted, i + 1, i + 5, 16));
        i += 4;
      } else {
        string.append(unescaped(escape));
      }
    }
    return string.toString();
  }

  private static char unescaped(char escape) {
    return switch (escape) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> escape;
    };
  }
}
