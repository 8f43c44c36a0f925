package dev.mayfly.server.parts;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A jar that is shipped.
 *
 * @param classifier the platform that it is for, or empty
 */
public record Part(String group, String artifact, String classifier, String version) {
  public Part {
    requireNonNull(group, "group");
    requireNonNull(artifact, "artifact");
    requireNonNull(classifier, "classifier");
    requireNonNull(version, "version");
  }

  /** Maven's coordinates: {@code group:artifact:jar:version:scope}, with a classifier third. */
  static Part parse(String coordinates) {
    List<String> fields = List.of(coordinates.split(":"));
    return switch (fields.size()) {
      case 5 -> new Part(fields.get(0), fields.get(1), "", fields.get(3));
      case 6 -> new Part(fields.get(0), fields.get(1), fields.get(3), fields.get(4));
      default -> throw new IllegalArgumentException("not the coordinates of a jar: " + coordinates);
    };
  }

  /** As advisories name it. */
  public String name() {
    return group + ":" + artifact;
  }

  /** The file's name in the directory {@code lib}. */
  String fileName() {
    return artifact + "-" + version + (classifier.isEmpty() ? "" : "-" + classifier) + ".jar";
  }

  /** Whether it is in a directory of jars: archives have those of one platform only. */
  public boolean isIn(Path library) {
    return fileIn(library).isPresent();
  }

  /** Its file in a directory of jars, or in that of an add-on there. */
  Optional<Path> fileIn(Path library) {
    return Stream.of(library, library.resolve("javascript"))
        .map(directory -> directory.resolve(fileName()))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** Its package URL, which names it for scanners. */
  String packageUrl() {
    String qualifiers = classifier.isEmpty() ? "" : "&classifier=" + classifier;
    return "pkg:maven/%s/%s@%s?type=jar%s".formatted(group, artifact, version, qualifiers);
  }
}
