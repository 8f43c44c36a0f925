package dev.mayfly.cosmos.auth;

import static java.util.Objects.requireNonNull;

import java.util.Base64;

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
  /** The key that clients of the service's emulator know. */
  public static final AccountKeys EMULATOR =
      new AccountKeys(
          "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDu"
              + "VTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
          null,
          null,
          null);

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

  /** Keys stay out of logs. */
  @Override
  public String toString() {
    return "AccountKeys";
  }
}
