package dev.mayfly.torture.server;

import dev.mayfly.torture.round.Scratch;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What was done to a file.
 *
 * @param kind of the file, as in MANIFEST or sst
 */
record FileDamage(String kind, Path file, String how) {
  private static final int BYTES = 64;

  /** Damages a file in a directory; every kind of file is as likely as any other. */
  static FileDamage in(Path directory, Random random) throws IOException {
    Map<String, List<Path>> byKind = new TreeMap<>();
    for (Path file : Scratch.files(directory)) {
      byKind
          .computeIfAbsent(kind(directory.relativize(file)), unused -> new ArrayList<>())
          .add(file);
    }
    List<String> kinds = new ArrayList<>(byKind.keySet());
    String kind = kinds.get(random.nextInt(kinds.size()));
    List<Path> files = byKind.get(kind);
    Path file = files.get(random.nextInt(files.size()));
    return new FileDamage(kind, file, damage(file, random));
  }

  /** The name without numbers, or what it ends with. */
  private static String kind(Path file) {
    String name = file.getFileName().toString();
    String place = file.getNameCount() > 1 ? file.getName(0).toString() + "/" : "";
    int dot = name.lastIndexOf('.');
    return place
        + (dot >= 0 && !name.startsWith("LOG") && !name.startsWith("mayfly-")
            ? name.substring(dot + 1)
            : name.replaceAll("-?[0-9.]+", ""));
  }

  private static String damage(Path file, Random random) throws IOException {
    long size = Files.size(file);
    int dice = random.nextInt(10);
    if (dice == 0 || size == 0) {
      Files.delete(file);
      return "deleted";
    }
    long at = (long) (random.nextDouble() * size);
    // A backup may share its bytes with the data by a hard link: the file gets bytes of its own.
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    Files.write(file, content);
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      if (dice < 3) {
        bytes.setLength(at);
        return "cut at " + at + " of " + size;
      }
      byte[] damaged = new byte[(int) Math.min(BYTES, size - at)];
      if (dice < 5) {
        bytes.seek(at);
        bytes.write(damaged);
        return "zeros at " + at + " of " + size;
      } else if (dice < 7) {
        random.nextBytes(damaged);
        bytes.seek(at);
        bytes.write(damaged);
        return "noise at " + at + " of " + size;
      }
      bytes.seek(at);
      bytes.write(content[(int) at] ^ (1 << random.nextInt(8)));
      return "a bit flipped at " + at + " of " + size;
    }
  }

  @Override
  public String toString() {
    return file.getFileName() + " " + how;
  }
}
