package dev.mayfly.mongo.auth;

import java.nio.charset.StandardCharsets;

/** SASL PLAIN: {@code \0name\0password}. For encrypted connections only. */
final class PlainConversation implements Conversation {
  private final Users users;
  private User proved;

  PlainConversation(Users users) {
    this.users = users;
  }

  @Override
  public byte[] step(byte[] said) {
    String[] parts = new String(said, StandardCharsets.UTF_8).split("\0", -1);
    if (parts.length != 3 || !parts[0].isEmpty() && !parts[0].equals(parts[1])) {
      throw Authentication.failed();
    }
    UserName external = new UserName(parts[1], "$external");
    UserName name = users.find(external) == null ? new UserName(parts[1], "admin") : external;
    proved = users.logIn(name, parts[2]);
    if (proved == null) {
      throw Authentication.failed();
    }
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
