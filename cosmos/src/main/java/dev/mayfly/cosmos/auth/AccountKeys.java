package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import java.util.Base64;
import java.util.stream.Stream;

/**
 * The keys of the account, in base64. Two of each kind, so that one can be changed while clients
 * use the other.
 *
 * @param primary also what resource tokens are signed by: another one revokes them all
 * @param secondary null if there is none, as with the two that follow
 * @param primaryReadOnly for reading only
 * @param secondaryReadOnly for reading only
 */
public record AccountKeys(
    String primary, String secondary, String primaryReadOnly, String secondaryReadOnly) {
  private static final String EMULATOR_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /** The key that clients of the service's emulator know. */
  public static final AccountKeys EMULATOR = new AccountKeys(EMULATOR_KEY, null, null, null);

  public AccountKeys {
    requireNonNull(primary, "primary");
    check("primary", primary);
    check("secondary", secondary);
    check("primary read-only", primaryReadOnly);
    check("secondary read-only", secondaryReadOnly);
  }

  private static void check(String which, String key) {
    if (key != null && bytes(which, key).length == 0) {
      throw new IllegalArgumentException("The " + which + " key is empty.");
    }
  }

  private static byte[] bytes(String which, String key) {
    try {
      return Base64.getDecoder().decode(key);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("The " + which + " key is not base64.", e);
    }
  }

  /** Whether one of them is the emulator's, which everybody knows. */
  public boolean isPublic() {
    return Stream.of(primary, secondary, primaryReadOnly, secondaryReadOnly)
        .anyMatch(EMULATOR_KEY::equals);
  }

  /** Keys stay out of logs. */
  @Override
  public String toString() {
    return "AccountKeys";
  }
}
