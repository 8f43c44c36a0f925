package dev.mayfly.mongo.auth;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Actions that a role allows somewhere. */
public record Grant(Where where, Set<Action> actions) {
  public Grant {
    requireNonNull(where, "where");
    actions = Collections.unmodifiableSet(EnumSet.copyOf(actions));
  }

  /** On what a role allows its actions. */
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

    /** As documentation says it. */
    public String text() {
      return text;
    }
  }

  /** Whether a database has a meaning of its own in MongoDB, so that few roles hold in it. */
  static boolean isInternal(String database) {
    return database.equals("local") || database.equals("config");
  }
}
