package dev.mayfly.fuzz;

import dev.mayfly.fuzz.input.Words;
import dev.mayfly.fuzz.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** The inputs of the targets: those in the source tree, and those that a run has found. */
final class Corpus {
  private final Path sources;
  private final Path work;

  /**
   * @param root of the source tree
   */
  Corpus(Path root) {
    sources = root.resolve("fuzz/corpus");
    work = root.resolve("fuzz/target/fuzzing");
  }

  /** The files of a target in the source tree, in a fixed order. */
  List<Path> files(Target target) throws IOException {
    return files(sources.resolve(target.name()));
  }

  /** Where inputs are kept for the source tree. */
  Path kept(Target target) throws IOException {
    return Files.createDirectories(sources.resolve(target.name()));
  }

  /** Where the fuzzer keeps the inputs that it found to be of interest. */
  Path found(Target target) throws IOException {
    return Files.createDirectories(work.resolve(target.name()).resolve("found"));
  }

  /** Where the inputs go for which a property did not hold. */
  Path findings(Target target) throws IOException {
    return Files.createDirectories(work.resolve(target.name()).resolve("findings"));
  }

  Path log(Target target) throws IOException {
    return Files.createDirectories(work.resolve(target.name())).resolve("log.txt");
  }

  /** The files of a target in the forms that the fuzzer mutates. */
  Path seeds(Target target) throws IOException {
    Path seeds = Files.createDirectories(work.resolve(target.name()).resolve("seeds"));
    for (Path old : files(seeds)) {
      Files.delete(old);
    }
    for (Path file : files(target)) {
      for (byte[] seed : target.seeds(Files.readAllBytes(file))) {
        Files.write(seeds.resolve(nameOf(seed)), seed);
      }
    }
    return seeds;
  }

  /** A file for the words of a target, or null if it has none. */
  Path dictionary(Target target) throws IOException {
    if (target.dictionary() == null) {
      return null;
    }
    Path file = Files.createDirectories(work.resolve(target.name())).resolve("words.dict");
    Files.write(file, Words.dictionary(target.dictionary()));
    return file;
  }

  static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  static String nameOf(byte[] input) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest(input);
      return HexFormat.of().formatHex(Arrays.copyOf(hash, 8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
