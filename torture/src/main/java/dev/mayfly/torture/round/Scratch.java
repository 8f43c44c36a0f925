package dev.mayfly.torture.round;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Directories for the data of a run. */
public final class Scratch {
  private final Path root;
  private int made;

  public Scratch(Path root) throws IOException {
    this.root = Files.createDirectories(root);
  }

  public Path root() {
    return root;
  }

  /** A path that nothing has yet. */
  public synchronized Path fresh(String name) {
    return root.resolve(name + "-" + ++made);
  }

  /** Copies a directory with all that is in it; what is deleted meanwhile is left out. */
  public static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  public static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
            Files.deleteIfExists(each);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** What is in each file of a directory, as a digest, so that changes are noticed. */
  public static SortedMap<String, String> digests(Path directory) throws IOException {
    SortedMap<String, String> digests = new TreeMap<>();
    for (Path file : files(directory)) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        digests.put(directory.relativize(file).toString(), HexFormat.of().formatHex(digest));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
    return digests;
  }

  /** All files of a directory, in a fixed order. */
  public static List<Path> files(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
