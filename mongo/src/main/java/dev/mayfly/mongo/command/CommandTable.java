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

/** The commands by name, filled at startup. */
public final class CommandTable {
  private final Map<String, Command> byName = new HashMap<>();
  private final SortedMap<String, Command> commands = new TreeMap<>();

  /** Adds a command with its aliases. */
  public CommandTable add(String name, Command command, String... aliases) {
    requireNonNull(command, "command");
    put(name, command);
    commands.put(name, command);
    for (String alias : aliases) {
      put(alias, command);
    }
    return this;
  }

  /** Adds a command that never blocks, with its aliases. */
  public CommandTable addNonBlocking(String name, NonBlockingCommand command, String... aliases) {
    return add(name, command, aliases);
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

  /** Whether two names are of one command. */
  public boolean areSame(String first, String second) {
    Command found = byName.get(first);
    return first.equals(second) || found != null && found == byName.get(second);
  }

  /** All names and aliases, sorted. */
  public Set<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /** The commands by name, without aliases, sorted. */
  public SortedMap<String, Command> all() {
    return Collections.unmodifiableSortedMap(commands);
  }
}
