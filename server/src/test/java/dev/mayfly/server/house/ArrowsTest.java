package dev.mayfly.server.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which libraries and packages a module may use. Dependencies between modules are checked by {@link
 * ModuleGraphTest}.
 */
class ArrowsTest {
  private static final String ENGINE = "dev.mayfly.engine..";
  private static final String STORAGES = "dev.mayfly.storage..";
  private static final String NET = "dev.mayfly.net..";
  private static final String QUERY = "dev.mayfly.query..";
  private static final String SCRIPTS = "dev.mayfly.scripts..";
  private static final String VECTOR = "dev.mayfly.vector..";
  private static final String COSMOS = "dev.mayfly.cosmos..";
  private static final String MONGO = "dev.mayfly.mongo..";
  private static final String SERVER = "dev.mayfly.server..";
  private static final String BENCH = "dev.mayfly.bench..";
  private static final String TESTKIT = "dev.mayfly.testkit..";

  /** What is shipped: the class files of every module's main sources that are built by now. */
  private static final JavaClasses SHIPPED =
      new ClassFileImporter()
          .importPaths(
              SourceTree.MODULES.stream()
                  .map(module -> SourceTree.ROOT.resolve(module).resolve("target/classes/dev"))
                  .filter(Files::isDirectory)
                  .toArray(Path[]::new));

  static Stream<Arguments> forbiddenLibraries() {
    return Stream.of(
        // The engine knows no network and no storage library, nor what the server is made of.
        arrow(QUERY, "io.netty.."),
        arrow(ENGINE, "io.netty..", "java.net..", "com.sun.net..", "org.rocksdb.."),
        arrow(ENGINE, "io.micrometer..", "picocli..", "ch.qos.logback..", "com.mongodb.."),
        // Only its own module knows the storage library.
        arrow(COSMOS, "org.rocksdb.."),
        arrow(MONGO, "org.rocksdb.."),
        arrow(SERVER, "org.rocksdb.."),
        arrow(STORAGES, "io.netty.."),
        // Only its own module knows the engine of scripts, which knows no network.
        arrow(COSMOS, "org.graalvm.."),
        arrow(SERVER, "org.graalvm.."),
        arrow(SCRIPTS, "io.netty..", "java.net..", "dev.mayfly.engine.."),
        // Only its own module knows the library of graphs.
        arrow(COSMOS, "org.apache.lucene.."),
        arrow(MONGO, "org.apache.lucene.."),
        arrow(VECTOR, "io.netty..", "java.net.."),
        // Nothing that is shipped needs a test library.
        arrow(ENGINE, "org.junit..", "org.assertj.."),
        arrow(STORAGES, "org.junit..", "org.assertj.."),
        arrow(SERVER, "org.junit..", "org.assertj.."));
  }

  private static Arguments arrow(String from, String... to) {
    return Arguments.of(from, List.of(to));
  }

  @ParameterizedTest(name = "{0} does not know {1}")
  @MethodSource("forbiddenLibraries")
  void librariesStayInTheirModules(String from, List<String> to) {
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
    for (String module : List.of("dev.mayfly.engine", "dev.mayfly.server")) {
      assertThat(SHIPPED.stream().map(JavaClass::getPackageName))
          .as("classes of %s; build before you run this test", module)
          .anyMatch(name -> name.startsWith(module));
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

  /** What of the engine is its own; the other packages are its API. */
  private static final String[] ENGINE_INTERNALS = {
    "dev.mayfly.engine.background..",
    "dev.mayfly.engine.check..",
    "dev.mayfly.engine.commit..",
    "dev.mayfly.engine.container..",
    "dev.mayfly.engine.count..",
    "dev.mayfly.engine.deadrange..",
    "dev.mayfly.engine.format..",
    "dev.mayfly.engine.operation..",
    "dev.mayfly.engine.pending..",
    "dev.mayfly.engine.registry..",
    "dev.mayfly.engine.storage.."
  };

  @ParameterizedTest(name = "{0} knows the API of the engine only")
  @ValueSource(strings = {COSMOS, MONGO, QUERY, NET})
  void frontEndsKnowTheApiOfTheEngineOnly(String frontEnd) {
    noClasses()
        .that()
        .resideInAPackage(frontEnd)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ENGINE_INTERNALS)
        .allowEmptyShould(true)
        .check(SHIPPED);
  }

  @Test
  void theQueryModuleKnowsOnlyTheEngine() {
    classes()
        .that()
        .resideInAPackage(QUERY)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(QUERY, ENGINE, "java..", "org.bson..", "org.slf4j..")
        .check(SHIPPED);
  }

  /**
   * Left out are a benchmark, which is compared with a server of nothing but the network library,
   * and what stands between the nodes of a cluster in tests.
   */
  @Test
  void onlyTheNetworkLayerOpensPorts() {
    noClasses()
        .that()
        .resideOutsideOfPackages(NET, BENCH, TESTKIT)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty.bootstrap..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching(
            "io\\.netty\\..*EventLoopGroup|java\\.net\\.ServerSocket|.*ServerSocketChannel")
        .check(SHIPPED);
  }

  @ParameterizedTest(name = "{0} has no package cycles")
  @ValueSource(strings = {ENGINE, STORAGES, NET, QUERY, COSMOS, MONGO, SERVER})
  void packagesHaveNoCycles(String module) {
    slices().assignedFrom(packagesOf(module)).should().beFreeOfCycles().check(SHIPPED);
  }

  @ParameterizedTest(name = "no package of {0} depends on it")
  @ValueSource(strings = {"dev.mayfly.cosmos", "dev.mayfly.mongo"})
  void onlyTheRootOfAFrontEndPutsThingsTogether(String root) {
    noClasses()
        .that()
        .resideInAPackage(root + ".*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(root)
        .check(SHIPPED);
  }

  /** Each package of a module is a slice, the root package included. */
  private static SliceAssignment packagesOf(String module) {
    String root = module.replace("..", "");
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) || name.startsWith(root + ".")
            ? SliceIdentifier.of(name)
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages of " + root;
      }
    };
  }
}
