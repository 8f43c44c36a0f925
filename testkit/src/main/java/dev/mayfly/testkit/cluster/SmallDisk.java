package dev.mayfly.testkit.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file system with little space, part of which a file takes that can be deleted. */
public record SmallDisk(Path directory) implements AutoCloseable {
  private static final String BALLAST = "ballast";
  private static final int CHUNK_BYTES = 1 << 16;

  /** Mounts one, or nothing where that is not allowed. */
  public static Optional<SmallDisk> mount(Path directory, int mebibytes)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    String size = "size=" + mebibytes + "m";
    if (!run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString())) {
      return Optional.empty();
    }
    return Optional.of(new SmallDisk(directory));
  }

  /** Takes so much space that some is left. */
  public void fill(long bytesLeft) throws IOException {
    long bytes = directory.toFile().getUsableSpace() - bytesLeft;
    byte[] chunk = new byte[CHUNK_BYTES];
    try (OutputStream out = Files.newOutputStream(directory.resolve(BALLAST))) {
      for (long written = 0; written < bytes; written += chunk.length) {
        out.write(chunk, 0, (int) Math.min(chunk.length, bytes - written));
      }
    } catch (IOException full) {
      // Others have written meanwhile: there is even less left than was asked for.
    }
  }

  /** Gives back what was taken. */
  public void relieve() throws IOException {
    Files.deleteIfExists(directory.resolve(BALLAST));
  }

  @Override
  public void close() throws InterruptedException {
    run("umount", "-l", directory.toString());
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
