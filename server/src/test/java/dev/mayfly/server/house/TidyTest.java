package dev.mayfly.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads all sources and finds what should not be in them. */
class TidyTest {
  private static final int COLUMNS_MAX = 100;
  private static final int LINES_MAX = 500;

  // Put together from parts, so that this file does not find itself.
  private static final Pattern LEFT_OVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");
  private static final Pattern SLEEP = Pattern.compile("\\.sl" + "eep\\(|park" + "Nanos");
  private static final Pattern OWN_SEED =
      Pattern.compile(
          "new Random\\(\\)|ThreadLocal"
              + "Random|Splittable"
              + "Random\\(\\)|Math\\.ran"
              + "dom|(?i:seed).*(nano"
              + "Time|currentTimeMillis)|Random\\(Sys"
              + "tem");
  private static final Pattern WILDCARD_IMPORT =
      Pattern.compile("^import (static )?[a-zA-Z0-9_.]+\\.\\*;");
  private static final Pattern OWN_REGISTRY =
      Pattern.compile("<(repositor|pluginRepositor|distributionManagement)");

  private static final Pattern PRIVATE_IDIOM =
      Pattern.compile("\\b(?i:is)?[Tt]old\\b|\\b[Tt]ells\\b|\\b[Gg]oe?s? on\\b|\\bgoOn\\b");

  /** Names in documents of the project's internals that are not classes of its own. */
  private static final Set<String> FOREIGN_NAMES =
      Set.of(
          "AbsoluteConsistency",
          "CosmosSql",
          "Host",
          "Origin",
          "ThreadPoolExecutor",
          "VectorDistance");

  @Test
  void linesFitTheScreen() {
    assertThat(javaLines(line -> line.codePointCount(0, line.length()) > COLUMNS_MAX))
        .as("lines of more than %d columns: break them", COLUMNS_MAX)
        .isEmpty();
  }

  @Test
  void filesAreSmall() {
    assertThat(
            SourceTree.javaFiles().stream()
                .filter(file -> SourceTree.read(file).lines().count() > LINES_MAX)
                .map(SourceTree::name))
        .as("files of more than %d lines: split them by concept", LINES_MAX)
        .isEmpty();
  }

  @Test
  void everyPackageHasAPage() {
    Set<String> packages = new TreeSet<>();
    Set<String> described = new TreeSet<>();
    for (Path file : SourceTree.javaFiles()) {
      String packageName = packageName(file);
      packages.add(packageName);
      if (file.endsWith("package-info.java")) {
        described.add(packageName);
      }
    }
    packages.removeAll(described);
    assertThat(packages).as("packages without a package-info.java that says what is in").isEmpty();
  }

  @Test
  void nothingIsLeftOver() {
    assertThat(allLines(line -> LEFT_OVER.matcher(line).find()))
        .as("notes to self: do it now, or write an issue")
        .isEmpty();
  }

  @Test
  void testsDoNotSleep() {
    assertThat(
            lines(
                SourceTree.javaFiles().stream()
                    .filter(file -> isTestCode(SourceTree.name(file)))
                    .filter(file -> !file.endsWith("Await.java"))
                    .toList(),
                line -> SLEEP.matcher(line).find()))
        .as("tests that sleep: move the clock, or wait with Await.until for an event")
        .isEmpty();
  }

  @Test
  void seedsAreReplayable() {
    assertThat(
            lines(
                SourceTree.javaFiles().stream()
                    .filter(file -> isTestCode(SourceTree.name(file)))
                    .filter(file -> !file.endsWith("Seeds.java"))
                    .toList(),
                line -> OWN_SEED.matcher(line).find()))
        .as("randomness in tests that -Dmayfly.seed does not replay: take it from Seeds")
        .isEmpty();
  }

  @Test
  void importsNameWhatTheyImport() {
    assertThat(javaLines(line -> WILDCARD_IMPORT.matcher(line).find()))
        .as("wildcard imports")
        .isEmpty();
  }

  @Test
  void linesEndWhereTheirTextEnds() {
    assertThat(
            allLines(
                line -> !line.isEmpty() && Character.isWhitespace(line.charAt(line.length() - 1))))
        .as("trailing white space")
        .isEmpty();
  }

  @Test
  void noRegistryIsNamed() {
    assertThat(allLines(line -> OWN_REGISTRY.matcher(line).find()))
        .as("names of package registries: where packages come from is the machine's business")
        .isEmpty();
  }

  @Test
  void linksInDocumentsLeadSomewhere() {
    Pattern link = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    List<String> broken = new ArrayList<>();
    for (Path file : SourceTree.otherFiles()) {
      if (file.toString().endsWith(".md")) {
        link.matcher(SourceTree.read(file))
            .results()
            .map(found -> found.group(1))
            .filter(target -> !Files.exists(file.resolveSibling(target)))
            .forEach(target -> broken.add(SourceTree.name(file) + " -> " + target));
      }
    }
    assertThat(broken).as("links to files that are not there").isEmpty();
  }

  @Test
  void documentsNameClassesThatExist() {
    Set<String> types = new TreeSet<>();
    Pattern declared = Pattern.compile("\\b(?:class|interface|enum|record) ([A-Z]\\w+)");
    for (Path file : SourceTree.javaFiles()) {
      declared.matcher(SourceTree.read(file)).results().forEach(type -> types.add(type.group(1)));
    }
    Pattern named = Pattern.compile("`(?:[a-z]+\\.)*([A-Z][a-z]\\w*)(?:[.(][^`]*)?`");
    List<String> unknown = new ArrayList<>();
    for (Path file : SourceTree.otherFiles()) {
      String name = SourceTree.name(file);
      if (name.matches("docs/(architecture|glossary|internals/.*)\\.md|CONTRIBUTING\\.md")) {
        named
            .matcher(SourceTree.read(file))
            .results()
            .map(found -> found.group(1))
            .filter(type -> !types.contains(type) && !FOREIGN_NAMES.contains(type))
            .forEach(type -> unknown.add(name + ": " + type));
      }
    }
    assertThat(unknown).as("names in code font that no class has").isEmpty();
  }

  @Test
  void wordsAreThoseOfTheGlossary() {
    assertThat(
            lines(
                Stream.concat(SourceTree.javaFiles().stream(), SourceTree.otherFiles().stream())
                    .filter(file -> !isTestCode(SourceTree.name(file)))
                    .toList(),
                line -> PRIVATE_IDIOM.matcher(line).find()))
        .as("words that docs/glossary.md has others for: returned, reported, resumes, continues")
        .isEmpty();
  }

  private static boolean isTestCode(String name) {
    return name.contains("/src/test/") || name.startsWith("testkit/");
  }

  private static String packageName(Path file) {
    return SourceTree.read(file)
        .lines()
        .filter(line -> line.startsWith("package "))
        .findFirst()
        .orElseThrow(() -> new AssertionError(SourceTree.name(file) + " has no package"));
  }

  private static List<String> javaLines(Predicate<String> wrong) {
    return lines(SourceTree.javaFiles(), wrong);
  }

  private static List<String> allLines(Predicate<String> wrong) {
    return lines(
        Stream.concat(SourceTree.javaFiles().stream(), SourceTree.otherFiles().stream())
            .collect(Collectors.toList()),
        wrong);
  }

  private static List<String> lines(List<Path> files, Predicate<String> wrong) {
    assertThat(files).as("files to look at").isNotEmpty();
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      List<String> lines = SourceTree.read(file).lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        if (wrong.test(lines.get(i))) {
          found.add(SourceTree.name(file) + ":" + (i + 1) + ": " + lines.get(i).strip());
        }
      }
    }
    return found;
  }
}
