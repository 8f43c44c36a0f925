package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The account's keys that are in force. They can be replaced while requests are served. */
public final class KeyRing {
  private static final String TOKEN_LABEL = "mayfly resource token 1";

  private volatile InForce inForce;

  public KeyRing(AccountKeys keys) {
    replace(keys);
  }

  /** From now on only these keys count. */
  public void replace(AccountKeys keys) {
    inForce = InForce.of(keys);
  }

  public AccountKeys keys() {
    return inForce.keys();
  }

  /** A consistent snapshot of all keys that are in force. */
  InForce now() {
    return inForce;
  }

  /**
   * Keys, ready to sign with.
   *
   * @param requests signs requests: first with the keys that may do everything
   * @param fullKeys how many keys may do everything
   * @param tokens signs resource tokens, with a key derived from each of those
   */
  record InForce(AccountKeys keys, Macs requests, int fullKeys, Macs tokens) {
    static InForce of(AccountKeys keys) {
      requireNonNull(keys, "keys");
      List<byte[]> full = bytes(keys.primary(), keys.secondary());
      List<byte[]> readOnly = bytes(keys.primaryReadOnly(), keys.secondaryReadOnly());
      Macs fullMacs = new Macs(full);
      byte[] label = TOKEN_LABEL.getBytes(StandardCharsets.UTF_8);
      List<byte[]> derived =
          IntStream.range(0, full.size()).mapToObj(key -> fullMacs.sign(key, label)).toList();
      return new InForce(
          keys,
          new Macs(Stream.concat(full.stream(), readOnly.stream()).toList()),
          full.size(),
          new Macs(derived));
    }

    private static List<byte[]> bytes(String... keys) {
      return Stream.of(keys)
          .filter(Objects::nonNull)
          .map(key -> Base64.getDecoder().decode(key))
          .toList();
    }
  }
}
