package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;

/**
 * Tells name and password as they are: {@code \0name\0password}. Only for encrypted connections.
 */
final class PlainConversation implements Conversation {
  private final Users users;
  private User proved;

  PlainConversation(Users users) {
    this.users = requireNonNull(users, "users");
  }

  @Override
  public byte[] step(byte[] said) {
    String[] parts = new String(said, StandardCharsets.UTF_8).split("\0", -1);
    if (parts.length != 3 || !parts[0].isEmpty() && !parts[0].equals(parts[1])) {
      throw Authentication.failed();
    }
    User user = users.find(new UserName(parts[1], "$external"));
    if (user == null) {
      user = users.find(new UserName(parts[1], "admin"));
    }
    if (user == null) {
      // Takes as long as for a user that there is.
      ScramMechanism mechanism = ScramMechanism.SCRAM_SHA_256;
      UserName name = new UserName(parts[1], "$external");
      mechanism.isPassword(parts[1], parts[2], users.pretended(mechanism, name));
      throw Authentication.failed();
    }
    if (!user.hasPassword(parts[2])) {
      throw Authentication.failed();
    }
    proved = user;
    return new byte[0];
  }

  @Override
  public boolean isDone() {
    return proved != null;
  }

  @Override
  public User user() {
    return proved;
  }
}
