package dev.mayfly.server.admin;

import java.util.Optional;

/**
 * Knows a key, a key that may only read, and a user.
 *
 * @param open whether everybody may do everything
 */
record TestCredentials(boolean open) implements Credentials {
  static final String KEY = "a2V5";
  static final String READ_ONLY_KEY = "cmVhZA==";
  static final String USER = "root";
  static final String PASSWORD = "pässword";

  @Override
  public Optional<Grant> ofEverybody() {
    return open
        ? Optional.of(new Grant("everybody", false, null, null, () -> true))
        : Optional.empty();
  }

  @Override
  public Optional<Grant> check(String name, String secret) {
    if (name.isEmpty() && secret.equals(KEY)) {
      return Optional.of(new Grant("key", false, null, null, () -> true));
    }
    if (name.isEmpty() && secret.equals(READ_ONLY_KEY)) {
      return Optional.of(new Grant("read-only key", true, null, null, () -> true));
    }
    return name.equals(USER) && secret.equals(PASSWORD)
        ? Optional.of(new Grant(name, false, name, secret, () -> true))
        : Optional.empty();
  }
}
