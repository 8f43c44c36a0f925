package dev.mayfly.cosmos.resource;

import dev.mayfly.engine.item.Etag;
import java.util.HexFormat;

/** Etags as clients see them: quoted, in the form of a GUID. */
public final class EtagText {
  /** Matches whatever is there. */
  public static final String ANY = "*";

  private static final String WEAK = "W/";
  private static final int LENGTH = 38;
  private static final HexFormat HEX = HexFormat.of();

  private EtagText() {}

  /** With the quotes. */
  public static String of(Etag etag) {
    return of(etag.incarnation(), etag.lsn());
  }

  /** With the quotes. */
  public static String of(long incarnation, long lsn) {
    String high = HEX.toHexDigits(incarnation);
    String low = HEX.toHexDigits(lsn);
    return new StringBuilder(LENGTH)
        .append('"')
        .append(high, 0, 8)
        .append('-')
        .append(high, 8, 12)
        .append('-')
        .append(high, 12, 16)
        .append('-')
        .append(low, 0, 4)
        .append('-')
        .append(low, 4, 16)
        .append('"')
        .toString();
  }

  /**
   * Whether a condition is for an etag: a star, the etag, or a list in which it is. Weak etags are
   * equivalent to others: clients that check for changes do not depend on the difference.
   */
  public static boolean isNamed(String condition, String etag) {
    // Etags of our making have no commas, so that a comma is always between two.
    int from = 0;
    while (from <= condition.length()) {
      int comma = condition.indexOf(',', from);
      int end = comma < 0 ? condition.length() : comma;
      String each = condition.substring(from, end).strip();
      if (each.equals(ANY) || bare(each).equalsIgnoreCase(bare(etag))) {
        return true;
      }
      from = end + 1;
    }
    return false;
  }

  /** Some clients leave the quotes out. */
  private static String bare(String etag) {
    String strong = etag.startsWith(WEAK) ? etag.substring(WEAK.length()) : etag;
    return strong.replace("\"", "");
  }

  /** The etag that a condition names; one that matches nothing if it is not of our making. */
  public static Etag parse(String text) {
    String digits = text.replace("\"", "").replace("-", "");
    if (digits.length() != 32) {
      return new Etag(0, 0);
    }
    try {
      return new Etag(
          HexFormat.fromHexDigitsToLong(digits, 0, 16),
          HexFormat.fromHexDigitsToLong(digits, 16, 32));
    } catch (IllegalArgumentException e) {
      return new Etag(0, 0);
    }
  }
}
