package dev.mayfly.server.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows of docs/architecture.md: they go down only, and some rooms know few things. */
class ArrowsTest {
  private static final String ENGINE = "dev.mayfly.engine..";
  private static final String STORAGES = "dev.mayfly.storage..";
  private static final String NET = "dev.mayfly.net..";
  private static final String QUERY = "dev.mayfly.query..";
  private static final String COSMOS = "dev.mayfly.cosmos..";
  private static final String MONGO = "dev.mayfly.mongo..";
  private static final String SERVER = "dev.mayfly.server..";
  private static final String TESTKIT = "dev.mayfly.testkit..";
  private static final String BENCH = "dev.mayfly.bench..";
  private static final String FUZZ = "dev.mayfly.fuzz..";
  private static final String TORTURE = "dev.mayfly.torture..";

  /** What is shipped: the class files of every module's main sources that are built by now. */
  private static final JavaClasses SHIPPED =
      new ClassFileImporter()
          .importPaths(
              SourceTree.MODULES.stream()
                  .map(module -> SourceTree.ROOT.resolve(module).resolve("target/classes"))
                  .filter(Files::isDirectory)
                  .toArray(Path[]::new));

  static Stream<Arguments> arrowsThatMustNotBe() {
    return Stream.of(
        arrow(ENGINE, STORAGES, NET, QUERY, COSMOS, MONGO, SERVER, TESTKIT, BENCH, FUZZ, TORTURE),
        arrow(STORAGES, NET, QUERY, COSMOS, MONGO, SERVER, TESTKIT, BENCH, FUZZ, TORTURE),
        arrow(NET, ENGINE, QUERY, STORAGES, COSMOS, MONGO, SERVER, TESTKIT, BENCH, FUZZ, TORTURE),
        arrow(
            QUERY,
            NET,
            STORAGES,
            COSMOS,
            MONGO,
            SERVER,
            TESTKIT,
            BENCH,
            FUZZ,
            TORTURE,
            "io.netty.."),
        arrow(COSMOS, MONGO, STORAGES, SERVER, TESTKIT, BENCH, FUZZ, TORTURE),
        arrow(MONGO, COSMOS, STORAGES, SERVER, TESTKIT, BENCH, FUZZ, TORTURE),
        arrow(SERVER, TESTKIT, BENCH, FUZZ, TORTURE),
        arrow(BENCH, TESTKIT, FUZZ, TORTURE),
        arrow(TESTKIT, STORAGES, NET, QUERY, COSMOS, MONGO, SERVER, BENCH, FUZZ, TORTURE),
        // The engine knows no network and no storage library, nor what the server is made of.
        arrow(ENGINE, "io.netty..", "java.net..", "com.sun.net..", "org.rocksdb.."),
        arrow(ENGINE, "io.micrometer..", "picocli..", "ch.qos.logback..", "com.mongodb.."),
        // Only its own module knows the storage library.
        arrow(COSMOS, "org.rocksdb.."),
        arrow(MONGO, "org.rocksdb.."),
        arrow(SERVER, "org.rocksdb.."),
        arrow(STORAGES, "io.netty.."),
        // Nothing that is shipped needs a test library.
        arrow(ENGINE, "org.junit..", "org.assertj.."),
        arrow(STORAGES, "org.junit..", "org.assertj.."),
        arrow(SERVER, "org.junit..", "org.assertj.."));
  }

  private static Arguments arrow(String from, String... to) {
    return Arguments.of(from, List.of(to));
  }

  @ParameterizedTest(name = "{0} does not know {1}")
  @MethodSource("arrowsThatMustNotBe")
  void arrowsGoDownOnly(String from, List<String> to) {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage(from)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(to.toArray(String[]::new))
            .allowEmptyShould(true);
    rule.check(SHIPPED);
  }

  @Test
  void theClassesAreThere() {
    for (String room : List.of("dev.mayfly.engine", "dev.mayfly.server")) {
      assertThat(SHIPPED.stream().map(JavaClass::getPackageName))
          .as("classes of %s; build before you run this test", room)
          .anyMatch(name -> name.startsWith(room));
    }
  }

  @Test
  void onlyTheServerPackageItselfPutsThingsTogether() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.mayfly.server.config..", "dev.mayfly.server.metrics..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.mayfly.server", "dev.mayfly.server.admin..", "io.netty..")
        .check(SHIPPED);
  }
}
