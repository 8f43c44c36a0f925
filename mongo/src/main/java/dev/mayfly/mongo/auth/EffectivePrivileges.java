package dev.mayfly.mongo.auth;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The union of the privileges of several roles. */
final class EffectivePrivileges {
  private final Set<Action> onCluster = EnumSet.noneOf(Action.class);
  private final Set<Action> onAny = EnumSet.noneOf(Action.class);
  private final Set<Action> onEvery = EnumSet.noneOf(Action.class);
  private final Map<String, Set<Action>> byDatabase = new HashMap<>();

  EffectivePrivileges(Set<GrantedRole> roles) {
    for (GrantedRole role : roles) {
      for (Privilege grant : role.role().grants()) {
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

  /** Whether an action is allowed on a database; for cluster actions, on the cluster. */
  boolean allow(Action action, String database) {
    if (action.isOfCluster()) {
      return onCluster.contains(action);
    }
    if (onEvery.contains(action) || onAny.contains(action) && !Privilege.isInternal(database)) {
      return true;
    }
    Set<Action> there = byDatabase.get(database);
    return there != null && there.contains(action);
  }

  /** Whether an action is allowed in all databases of users. */
  boolean allowEverywhere(Action action) {
    return onEvery.contains(action) || onAny.contains(action);
  }

  /** Whether any action is allowed on a database. */
  boolean allowAnything(String database) {
    return !onEvery.isEmpty()
        || !onAny.isEmpty() && !Privilege.isInternal(database)
        || byDatabase.containsKey(database);
  }
}
