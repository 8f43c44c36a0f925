package dev.mayfly.server.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the project that people write. */
final class SourceTree {
  /** Tests run in their module's directory; the root is the one above with the launcher. */
  static final Path ROOT = findRoot();

  static final List<String> MODULES =
      List.of(
          "engine",
          "testkit",
          "storage-rocksdb",
          "storage-ratis",
          "net",
          "query",
          "text",
          "vector",
          "scripts",
          "javascript",
          "cosmos",
          "mongo",
          "explorer",
          "server",
          "bom",
          "natives",
          "embedded",
          "junit",
          "examples",
          "bench",
          "fuzz",
          "torture");

  private SourceTree() {}

  private static Path findRoot() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("mayfly"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("no directory above has the launcher 'mayfly'");
      }
    }
    return directory;
  }

  /** All Java files of all modules, main and test, in a fixed order. */
  static List<Path> javaFiles() {
    return MODULES.stream()
        .map(module -> ROOT.resolve(module).resolve("src"))
        .filter(Files::isDirectory)
        .flatMap(source -> walk(source).stream())
        .filter(file -> file.toString().endsWith(".java"))
        .toList();
  }

  /** Everything else that is written by hand: build files, scripts, documents, resources. */
  static List<Path> otherFiles() {
    Stream<Path> inModules =
        MODULES.stream()
            .flatMap(
                module ->
                    Stream.concat(
                        Stream.of(ROOT.resolve(module).resolve("pom.xml")),
                        walk(ROOT.resolve(module).resolve("src")).stream()))
            .filter(file -> !file.toString().endsWith(".java"));
    Stream<Path> atRoot =
        Stream.of(
                "pom.xml", "mayfly", ".editorconfig", "README.md", "CONTRIBUTING.md", "SECURITY.md")
            .map(ROOT::resolve);
    Stream<Path> more =
        Stream.of("docs", ".ci", "packaging")
            .flatMap(directory -> walk(ROOT.resolve(directory)).stream())
            .filter(file -> !file.toString().endsWith(".png"));
    return Stream.of(atRoot, Stream.of(ROOT.resolve("CHANGELOG.md")), more, inModules)
        .flatMap(files -> files)
        .toList();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException("can't read " + file, e);
    }
  }

  /** As people name it: relative to the root. */
  static String name(Path file) {
    return ROOT.relativize(file).toString();
  }

  private static List<Path> walk(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new IllegalStateException("can't walk " + directory, e);
    }
  }
}
