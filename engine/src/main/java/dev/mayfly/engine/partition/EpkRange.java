package dev.mayfly.engine.partition;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A range of effective partition keys, from an inclusive minimum to an exclusive maximum. Bytes
 * compare unsigned and a beginning comes before its continuation, which is how the clients compare
 * their hexadecimal texts. A range whose ends are equal holds nothing.
 */
public final class EpkRange {
  private static final int MAX_HEX_CHARS = 1024;
  private static final byte[] MAXIMUM = {(byte) 0xFF};
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** All keys: from nothing to FF. */
  public static final EpkRange FULL = new EpkRange(new byte[0], MAXIMUM);

  private final byte[] minInclusive;
  private final byte[] maxExclusive;

  /**
   * @throws EngineException BAD_REQUEST if the minimum comes after the maximum
   */
  public EpkRange(byte[] minInclusive, byte[] maxExclusive) {
    this.minInclusive = requireNonNull(minInclusive, "minInclusive").clone();
    this.maxExclusive = requireNonNull(maxExclusive, "maxExclusive").clone();
    if (Arrays.compareUnsigned(minInclusive, maxExclusive) > 0) {
      throw new EngineException(
          BAD_REQUEST, "The range " + this + " of effective partition keys ends before it starts.");
    }
  }

  /**
   * Reads a range from hexadecimal texts.
   *
   * @throws EngineException BAD_REQUEST if they are not, or end before they start
   */
  public static EpkRange parse(String hexMin, String hexMax) {
    return new EpkRange(bytes(hexMin), bytes(hexMax));
  }

  private static byte[] bytes(String hex) {
    requireNonNull(hex, "hex");
    if (hex.length() > MAX_HEX_CHARS) {
      throw new EngineException(
          BAD_REQUEST,
          "An effective partition key of "
              + hex.length()
              + " characters is too long; at most "
              + MAX_HEX_CHARS
              + " are allowed.");
    }
    try {
      return HEX.parseHex(hex);
    } catch (IllegalArgumentException e) {
      throw new EngineException(
          BAD_REQUEST,
          "The effective partition key '" + hex + "' is not an even number of hexadecimal digits.",
          e);
    }
  }

  /**
   * The range of one key; or, if the key has fewer values than the definition has paths, of all
   * keys that start with them.
   */
  public static EpkRange of(PartitionKeyDefinition definition, PartitionKey key) {
    byte[] epk = EffectivePartitionKey.of(definition, key);
    if (key.isComplete(definition)) {
      // The smallest array after this one has a zero more.
      return new EpkRange(epk, Arrays.copyOf(epk, epk.length + 1));
    }
    byte[] max = Arrays.copyOf(epk, epk.length + 1);
    max[epk.length] = MAXIMUM[0]; // no hash starts with it
    return new EpkRange(epk, max);
  }

  public byte[] minInclusive() {
    return minInclusive.clone();
  }

  public byte[] maxExclusive() {
    return maxExclusive.clone();
  }

  /** The minimum in hexadecimal digits. */
  public String minHex() {
    return HEX.formatHex(minInclusive);
  }

  /** The maximum in hexadecimal digits. */
  public String maxHex() {
    return HEX.formatHex(maxExclusive);
  }

  public boolean isEmpty() {
    return Arrays.equals(minInclusive, maxExclusive);
  }

  public boolean contains(byte[] epk) {
    return Arrays.compareUnsigned(minInclusive, epk) <= 0
        && Arrays.compareUnsigned(epk, maxExclusive) < 0;
  }

  /** What both ranges hold; empty if they share nothing. */
  public EpkRange intersect(EpkRange other) {
    byte[] min =
        Arrays.compareUnsigned(minInclusive, other.minInclusive) >= 0
            ? minInclusive
            : other.minInclusive;
    byte[] max =
        Arrays.compareUnsigned(maxExclusive, other.maxExclusive) <= 0
            ? maxExclusive
            : other.maxExclusive;
    return new EpkRange(min, Arrays.compareUnsigned(min, max) <= 0 ? max : min);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EpkRange range
        && Arrays.equals(minInclusive, range.minInclusive)
        && Arrays.equals(maxExclusive, range.maxExclusive);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(minInclusive) + Arrays.hashCode(maxExclusive);
  }

  /** For example {@code [,FF)}. */
  @Override
  public String toString() {
    return "[" + minHex() + "," + maxHex() + ")";
  }
}
