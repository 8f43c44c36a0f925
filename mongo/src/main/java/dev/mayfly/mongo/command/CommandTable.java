package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.access.CommandAccess;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The commands by their names. Filled while the server starts. */
public final class CommandTable {
  private final Map<String, Command> byName = new HashMap<>();
  private final SortedMap<String, Command> commands = new TreeMap<>();

  /** Adds a command; its other names mean the same. */
  public CommandTable add(String name, Command command, String... otherNames) {
    requireNonNull(command, "command");
    put(name, command);
    commands.put(name, command);
    for (String other : otherNames) {
      put(other, command);
    }
    return this;
  }

  private void put(String name, Command command) {
    if (CommandAccess.of(name) == null) {
      throw new IllegalArgumentException(
          "CommandAccess does not say what the command " + name + " needs: add a line");
    }
    if (byName.putIfAbsent(name, command) != null) {
      throw new IllegalArgumentException("there are two commands " + name);
    }
  }

  /** The command of that name, or null. */
  public Command find(String name) {
    return byName.get(name);
  }

  /** All names, the others too, in order. */
  public Set<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /** The commands by their first names, in order. */
  public SortedMap<String, Command> all() {
    return Collections.unmodifiableSortedMap(commands);
  }
}
