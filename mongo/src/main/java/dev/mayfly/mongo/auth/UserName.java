package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

/** A user name with its authentication database. */
public record UserName(String name, String database) {
  public UserName {
    requireNonNull(name, "name");
    requireNonNull(database, "database");
  }

  /** {@code database.name}. */
  public String full() {
    return database + "." + name;
  }

  @Override
  public String toString() {
    return name + "@" + database;
  }
}
