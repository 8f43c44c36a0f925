package dev.mayfly.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.server.house.RuleTests.Named;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Writes docs/rules.md, the table of which tests show which rule, and looks for gaps in it. */
class RuleTableTest {
  private static final Path TABLE = SourceTree.ROOT.resolve("docs/rules.md");
  private static final RuleTests FOUND = RuleTests.read(SourceTree.javaFiles());

  /** The tests of each name. */
  private static final Map<String, SortedSet<String>> TESTS = tests();

  @Test
  void theTableIsUpToDate() throws IOException {
    String before = Files.exists(TABLE) ? Files.readString(TABLE) : "";
    String now = table();
    if (!now.equals(before)) {
      Files.writeString(TABLE, now);
    }
    // Compared as a flag, so that a failure prints a sentence and not two tables.
    assertThat(now.equals(before))
        .as("docs/rules.md was out of date; it is written anew: look at it and commit it")
        .isTrue();
  }

  @Test
  void everyRuleHasATest() {
    assertThat(
            Contract.NAMES.keySet().stream()
                .filter(name -> !Contract.NOT_YET.containsKey(name))
                .filter(name -> testsOf(name).isEmpty()))
        .as("rules without a test: annotate one with @Rule(\"...\")")
        .isEmpty();
  }

  @Test
  void noRuleIsExcusedThatHasATest() {
    assertThat(Contract.NOT_YET.keySet().stream().filter(name -> !testsOf(name).isEmpty()))
        .as("rules that have tests by now: take them out of Contract.NOT_YET")
        .isEmpty();
  }

  @Test
  void testsAreNamedAfterKnownRules() {
    assertThat(FOUND.tests().stream().flatMap(test -> test.names().stream()).distinct())
        .as("names in @Rule; known are %s", Contract.NAMES.keySet())
        .isSubsetOf(Contract.NAMES.keySet());
  }

  @Test
  void everySuiteRunsSomewhere() {
    assertThat(
            FOUND.tests().stream()
                .map(Named::suite)
                .distinct()
                .filter(suite -> FOUND.modulesRunning(suite).isEmpty()))
        .as("abstract suites that no test class extends")
        .isEmpty();
  }

  private static String table() {
    StringBuilder table = new StringBuilder();
    table.append("# Which test shows which rule\n\n");
    table.append("Written by the build (`RuleTableTest`) from the `@Rule` annotations of the");
    table.append(" tests; do not edit.\nThe rules are in [ttl.md](ttl.md). In brackets: the");
    table.append(" modules whose tests run it.\n\n");
    table.append("| rule | in short | tests |\n|---|---|---|\n");
    Contract.NAMES.forEach(
        (name, meaning) ->
            table
                .append("| ")
                .append(name)
                .append(" | ")
                .append(meaning)
                .append(" | ")
                .append(cell(name))
                .append(" |\n"));
    return table.toString();
  }

  private static String cell(String name) {
    String excuse = Contract.NOT_YET.get(name);
    Set<String> tests = testsOf(name);
    if (tests.isEmpty()) {
      return excuse == null ? "**none**" : excuse;
    }
    return String.join("<br>", tests);
  }

  private static Set<String> testsOf(String name) {
    return TESTS.getOrDefault(name, Collections.emptySortedSet());
  }

  private static Map<String, SortedSet<String>> tests() {
    Map<String, SortedSet<String>> tests = new HashMap<>();
    for (Named test : FOUND.tests()) {
      String running = String.join(", ", FOUND.modulesRunning(test.suite()));
      for (String name : test.names()) {
        tests
            .computeIfAbsent(name, unused -> new TreeSet<>())
            .add("`" + test.test() + "` (" + running + ")");
      }
    }
    return tests;
  }
}
