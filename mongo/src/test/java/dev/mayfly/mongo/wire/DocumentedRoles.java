package dev.mayfly.mongo.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The built-in roles as documented, read from a file and not from the code. */
final class DocumentedRoles {
  static final String ALL = "*";

  private final Map<String, Map<String, Set<String>>> byRole = new TreeMap<>();
  private final Set<String> ofCluster = new TreeSet<>();

  static List<String> lines(String file) {
    try (InputStream in = DocumentedRoles.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  DocumentedRoles() {
    for (String line : lines("roles.txt")) {
      String[] words = line.split(" ");
      Set<String> actions =
          byRole
              .computeIfAbsent(words[0], absent -> new TreeMap<>())
              .computeIfAbsent(words[1], absent -> new TreeSet<>());
      for (int i = 2; i < words.length; i++) {
        if (words[i].startsWith("=")) {
          actions.addAll(inherited(words[i].substring(1), words[1]));
        } else {
          actions.add(words[i]);
        }
      }
      if (words[1].equals("cluster")) {
        ofCluster.addAll(actions);
      }
    }
  }

  /** A role of one database has in any what it has in its own. */
  private Set<String> inherited(String role, String where) {
    Map<String, Set<String>> grants = byRole.get(role);
    return grants.containsKey("its") ? grants.get("its") : grants.getOrDefault(where, Set.of());
  }

  Set<String> names() {
    return byRole.keySet();
  }

  /** What a role allows: its database, any, every, config, local, cluster. */
  Map<String, Set<String>> grants(String role) {
    return byRole.get(role);
  }

  /** Whether a role that was granted in "shop" allows an action. */
  boolean allow(String role, String action, String database) {
    Map<String, Set<String>> grants = byRole.get(role);
    if (ofCluster.contains(action)) {
      return has(grants, "cluster", action);
    }
    boolean internal = Set.of("local", "config").contains(database);
    return has(grants, "every", action)
        || !internal && has(grants, "any", action)
        || database.equals("shop") && has(grants, "its", action)
        || internal && has(grants, database, action);
  }

  boolean allowEverywhere(String role, String action) {
    return has(byRole.get(role), "every", action) || has(byRole.get(role), "any", action);
  }

  boolean allowAnything(String role, String database) {
    Map<String, Set<String>> grants = byRole.get(role);
    boolean internal = Set.of("local", "config").contains(database);
    return grants.containsKey("every")
        || !internal && grants.containsKey("any")
        || database.equals("shop") && grants.containsKey("its")
        || internal && grants.containsKey(database);
  }

  private static boolean has(Map<String, Set<String>> grants, String where, String action) {
    Set<String> actions = grants.getOrDefault(where, Set.of());
    return actions.contains(action) || actions.contains(ALL);
  }
}
