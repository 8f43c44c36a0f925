package dev.mayfly.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the table of modules in docs/architecture.md with what the main sources import. */
class ModuleGraphTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|([^|]*)\\|");
  private static final Pattern NAME = Pattern.compile("`([a-z-]+)`");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?dev\\.mayfly\\.((?:storage\\.)?[a-z]+)\\.");

  @Test
  void theTableShowsTheDependenciesOfEveryModule() {
    TreeMap<String, Set<String>> documented = new TreeMap<>();
    String page = SourceTree.read(SourceTree.ROOT.resolve("docs/architecture.md"));
    ROW.matcher(page)
        .results()
        .forEach(row -> documented.put(row.group(1), names(NAME, row.group(2))));
    TreeMap<String, Set<String>> found = new TreeMap<>();
    SourceTree.MODULES.forEach(module -> found.put(module, imports(module)));
    assertThat(documented).as("the table of docs/architecture.md").isEqualTo(found);
  }

  private static Set<String> imports(String module) {
    Set<String> uses = new TreeSet<>();
    SourceTree.javaFiles().stream()
        .filter(file -> SourceTree.name(file).startsWith(module + "/src/main/"))
        .flatMap(file -> names(IMPORT, SourceTree.read(file)).stream())
        .forEach(name -> uses.add(name.replace('.', '-')));
    uses.remove(module);
    return uses;
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
