package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

/** Names a user: two databases may have users of the same name. */
public record UserName(String name, String database) {
  public UserName {
    requireNonNull(name, "name");
    requireNonNull(database, "database");
  }

  /** The name as it is written in one. */
  public String full() {
    return database + "." + name;
  }

  @Override
  public String toString() {
    return name + "@" + database;
  }
}
