package dev.mayfly.mongo.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.CommandNames;
import dev.mayfly.mongo.accumulator.Accumulators;
import dev.mayfly.mongo.aggregate.stage.Stages;
import dev.mayfly.mongo.aggregate.stage.UnsupportedStages;
import dev.mayfly.mongo.aggregate.window.WindowFunctions;
import dev.mayfly.mongo.changestream.EventTypes;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.filter.FilterOperators;
import dev.mayfly.mongo.index.IndexKeys;
import dev.mayfly.mongo.index.IndexSpecs;
import dev.mayfly.mongo.update.UpdateOperators;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Writes docs/mongodb.md: every name that clients may use, and who has it. */
class SupportTableTest {
  private static final Path TABLE = Path.of("..", "docs", "mongodb.md");

  /** What would run JavaScript. */
  private static final Set<String> SCRIPTS =
      Set.of("where", "function", "accumulator", "mapReduce");

  /** Kinds whose names have no dollar sign. */
  private static final Set<String> PLAIN = Set.of("command", "index", "indexOption", "event");

  /** A name of MongoDB's, and which of the others have it. */
  private record Known(String kind, String name, List<String> peers) {}

  @Test
  void theTableIsUpToDate() throws IOException {
    String before = Files.exists(TABLE) ? Files.readString(TABLE) : "";
    String now = table();
    if (!now.equals(before)) {
      Files.writeString(TABLE, now);
    }
    assertThat(now.equals(before))
        .as("docs/mongodb.md was out of date; it has been regenerated: review and commit it")
        .isTrue();
  }

  @Test
  void noExpressionIsMissingButThoseInJavaScript() throws IOException {
    assertThat(known().stream().filter(each -> each.kind().equals("expression")))
        .filteredOn(each -> !SCRIPTS.contains(each.name()))
        .extracting(Known::name)
        .isSubsetOf(there().get("expression"));
  }

  private static Map<String, Set<String>> there() {
    Map<String, Set<String>> there = new LinkedHashMap<>();
    there.put("command", new TreeSet<>(CommandNames.all()));
    there.put("query", plain(FilterOperators.names()));
    there.put("update", plain(UpdateOperators.names()));
    there.put("stage", plain(Stages.names()));
    there.put("accumulator", plain(Accumulators.names()));
    there.put("expression", plain(Expressions.names()));
    there.put("window", plain(WindowFunctions.names()));
    there.get("window").removeAll(there.get("accumulator"));
    there.put("index", new TreeSet<>(IndexKeys.specialTypes()));
    there.put("indexOption", new TreeSet<>(IndexSpecs.options()));
    there.put("event", new TreeSet<>(EventTypes.names()));
    there.get("stage").removeAll(plain(UnsupportedStages.names()));
    return there;
  }

  private static Set<String> plain(Set<String> names) {
    Set<String> plain = new TreeSet<>();
    names.forEach(name -> plain.add(name.startsWith("$") ? name.substring(1) : name));
    plain.removeAll(SCRIPTS);
    return plain;
  }

  private static List<Known> known() throws IOException {
    List<Known> known = new ArrayList<>();
    try (InputStream file = SupportTableTest.class.getResourceAsStream("peers.txt")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
        String[] words = line.split(" ");
        known.add(new Known(words[0], words[1], List.of(words[2], words[3], words[4])));
      }
    }
    return known;
  }

  private static String table() throws IOException {
    StringBuilder table = new StringBuilder();
    table.append("# What of MongoDB is there\n\n");
    table.append("Written by the build (`SupportTableTest`) from the code; do not edit. The other");
    table.append(" columns show what is publicly\nknown of Azure Cosmos DB for MongoDB (RU, 7.0),");
    table.append(" FerretDB 2 and mongo-java-server 1.47; a dash: not known.\n");
    table.append("How Mayfly differs where it has something: [differences.md](differences.md).\n");
    Map<String, Set<String>> there = there();
    List<Known> known = known();
    there.forEach(
        (kind, names) -> {
          List<Known> ofKind = known.stream().filter(each -> each.kind().equals(kind)).toList();
          append(table, kind, names, ofKind);
        });
    return table.toString();
  }

  private static void append(
      StringBuilder table, String kind, Set<String> names, List<Known> ofKind) {
    Map<String, List<String>> rows = new TreeMap<>();
    names.forEach(name -> rows.put(name, List.of("-", "-", "-")));
    ofKind.forEach(each -> rows.put(each.name(), each.peers()));
    table.append("\n## ").append(title(kind)).append(": ").append(names.size()).append("\n\n");
    table.append("| name | Mayfly | Cosmos DB (RU) | FerretDB 2 | mongo-java-server |\n");
    table.append("|---|---|---|---|---|\n");
    rows.forEach(
        (name, peers) -> {
          String shown = PLAIN.contains(kind) ? name : "$" + name;
          String state = names.contains(name) ? "yes" : "no";
          table.append("| `").append(shown).append("` | ").append(state);
          peers.forEach(peer -> table.append(" | ").append(peer));
          table.append(" |\n");
        });
  }

  private static String title(String kind) {
    return switch (kind) {
      case "query" -> "Query operators";
      case "update" -> "Update operators";
      case "window" -> "Window functions besides accumulators";
      case "index" -> "Index types besides ordinary ones";
      case "indexOption" -> "Index options";
      case "event" -> "Events of change streams";
      default -> Character.toUpperCase(kind.charAt(0)) + kind.substring(1) + "s";
    };
  }
}
