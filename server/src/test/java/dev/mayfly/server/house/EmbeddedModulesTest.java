package dev.mayfly.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The build file of embedded servers names the modules whose classes it copies, by hand. */
class EmbeddedModulesTest {
  private static final Pattern COPIED = Pattern.compile("\\.\\./([a-z-]+)/target/classes<");
  private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
  private static final Pattern MODULE = Pattern.compile("<artifactId>mayfly-([a-z-]+)<");

  private static String pom(String module) {
    return SourceTree.read(SourceTree.ROOT.resolve(module).resolve("pom.xml"));
  }

  @Test
  void itCopiesAllThatTheServerNeeds() {
    Set<String> needed = new TreeSet<>();
    collect("server", needed);
    assertThat(needed).contains("engine", "net");
    Set<String> copied =
        COPIED
            .matcher(pom("embedded"))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(copied).as("copied by embedded/pom.xml").isEqualTo(needed);
  }

  private static void collect(String module, Set<String> modules) {
    if (modules.add(module)) {
      DEPENDENCY
          .matcher(pom(module))
          .results()
          .map(found -> found.group(1))
          .filter(dependency -> !dependency.contains("<scope>"))
          .flatMap(dependency -> MODULE.matcher(dependency).results())
          .forEach(found -> collect(found.group(1), modules));
    }
  }
}
