package dev.mayfly.mongo.auth;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** All that some roles allow together. */
final class Rights {
  private final Set<Action> onCluster = EnumSet.noneOf(Action.class);
  private final Set<Action> onAny = EnumSet.noneOf(Action.class);
  private final Set<Action> onEvery = EnumSet.noneOf(Action.class);
  private final Map<String, Set<Action>> byDatabase = new HashMap<>();

  Rights(Set<GrantedRole> roles) {
    for (GrantedRole role : roles) {
      for (Grant grant : role.role().grants()) {
        Set<Action> where =
            switch (grant.where()) {
              case ITS_DATABASE -> on(role.database());
              case CONFIG -> on("config");
              case LOCAL -> on("local");
              case ANY_DATABASE -> onAny;
              case EVERY_DATABASE -> onEvery;
              case CLUSTER -> onCluster;
            };
        where.addAll(grant.actions());
      }
    }
  }

  private Set<Action> on(String database) {
    return byDatabase.computeIfAbsent(database, absent -> EnumSet.noneOf(Action.class));
  }

  /** Whether an action is allowed in a database or, where it is about none, at all. */
  boolean allow(Action action, String database) {
    if (action.isOfCluster()) {
      return onCluster.contains(action);
    }
    if (onEvery.contains(action) || onAny.contains(action) && !Grant.isInternal(database)) {
      return true;
    }
    Set<Action> there = byDatabase.get(database);
    return there != null && there.contains(action);
  }

  /** Whether an action is allowed in all databases of users. */
  boolean allowEverywhere(Action action) {
    return onEvery.contains(action) || onAny.contains(action);
  }

  /** Whether anything at all is allowed in a database. */
  boolean allowAnything(String database) {
    return !onEvery.isEmpty()
        || !onAny.isEmpty() && !Grant.isInternal(database)
        || byDatabase.containsKey(database);
  }
}
