package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Actions on a resource. */
public record Privilege(Where where, Set<Action> actions) {
  public Privilege {
    requireNonNull(where, "where");
    actions = Collections.unmodifiableSet(EnumSet.copyOf(actions));
  }

  /** The resource of a privilege. */
  public enum Where {
    /** The database in which the role is granted. */
    ITS_DATABASE("its database"),
    /** Every database but local and config. */
    ANY_DATABASE("all databases but local and config"),
    EVERY_DATABASE("all databases"),
    CONFIG("config"),
    LOCAL("local"),
    CLUSTER("the cluster");

    private final String text;

    Where(String text) {
      this.text = text;
    }

    /** The description for the documentation. */
    public String text() {
      return text;
    }
  }

  /** Whether a database is internal to MongoDB, where most roles do not apply. */
  static boolean isInternal(String database) {
    return database.equals("local") || database.equals("config");
  }
}
