package dev.mayfly.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A local repository for Maven that has the artifacts of this build, laid out as the goal install
 * does, and of everything else what this machine has: links to the repository of the user. So the
 * repository of the user never has artifacts of a build.
 */
final class InstalledArtifacts {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String GROUP = "dev/mayfly";

  private final Path repository;
  private final String version;

  private InstalledArtifacts(Path repository, String version) {
    this.repository = repository;
    this.version = version;
  }

  static Path in(Path repository, String version) throws IOException {
    InstalledArtifacts installed = new InstalledArtifacts(repository, version);
    delete(repository.resolve(GROUP));
    installed.link();
    installed.put("mayfly", ROOT.resolve("pom.xml"), List.of());
    for (String module : List.of("natives", "embedded", "junit")) {
      String name = "mayfly-" + module;
      try (Stream<Path> built = Files.list(ROOT.resolve(module).resolve("target"))) {
        List<Path> jars =
            built.filter(file -> file.getFileName().toString().matches(name + ".*\\.jar")).toList();
        installed.put(name, ROOT.resolve(module).resolve("pom.xml"), jars);
      }
    }
    return repository;
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void put(String artifact, Path pom, List<Path> jars) throws IOException {
    Path directory =
        Files.createDirectories(repository.resolve(GROUP).resolve(artifact).resolve(version));
    Files.copy(pom, directory.resolve(artifact + "-" + version + ".pom"));
    for (Path jar : jars) {
      Files.copy(jar, directory.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void link() throws IOException {
    Path users =
        Path.of(
            System.getProperty(
                "maven.repo.local",
                Path.of(System.getProperty("user.home"), ".m2", "repository").toString()));
    Path ownParent = Files.createDirectories(repository.resolve(GROUP)).getParent();
    link(users, repository);
    link(users.resolve(repository.relativize(ownParent)), ownParent);
  }

  private static void link(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> groups = Files.list(from)) {
      for (Path group : groups.filter(Files::isDirectory).toList()) {
        Path link = to.resolve(group.getFileName());
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, group.toRealPath());
        }
      }
    }
  }
}
