package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The file that says that a directory is ours, and which format its rows are kept in. It is checked
 * before RocksDB opens, so that a foreign directory is never touched.
 */
final class DirectoryFormat {
  static final String FILE_NAME = "MAYFLY";
  static final int VERSION = 2;

  /** The last version that kept no watermark. */
  static final int WITHOUT_WATERMARK = 1;

  private static final String TEMPORARY_NAME = FILE_NAME + ".tmp";
  private static final Pattern FIRST_LINE = Pattern.compile("mayfly-rocksdb ([0-9]{1,9})");
  private static final int FILE_BYTES_MAX = 4096;

  /** How the file of a node's directory begins, which another storage has made. */
  private static final String OF_A_REPLICA = "mayfly-replica ";

  /** What may lie in a directory that nothing was stored in yet. */
  private static final Set<String> HARMLESS =
      Set.of(TEMPORARY_NAME, Watermark.FILE_NAME, "lost+found");

  private DirectoryFormat() {}

  /**
   * Looks whether the directory is ours, or can become so, and makes it if it is absent.
   *
   * @return the version of its format; 0 if nothing was stored in it yet
   */
  static int claim(Path directory) {
    try {
      Files.createDirectories(directory);
      if (Files.exists(directory.resolve(FILE_NAME))) {
        return version(directory);
      } else if (isVacant(directory)) {
        return 0;
      } else {
        throw new EngineException(
            ErrorCode.BAD_REQUEST,
            "The directory "
                + directory
                + " is not empty and has no file "
                + FILE_NAME
                + ", so it is not Mayfly's (or an unfinished backup); nothing was touched. Give an"
                + " empty directory or one that Mayfly made");
      }
    } catch (IOException exception) {
      throw failed("Opening the directory " + directory, exception);
    }
  }

  private static boolean isVacant(Path directory) throws IOException {
    return names(directory).stream().allMatch(HARMLESS::contains);
  }

  static boolean isEmpty(Path directory) throws IOException {
    return names(directory).isEmpty();
  }

  /** The content is on the medium before the name is, and the name before this returns. */
  static void write(Path directory) throws IOException {
    Path temporary = directory.resolve(TEMPORARY_NAME);
    byte[] content = ("mayfly-rocksdb " + VERSION + "\n").getBytes(StandardCharsets.US_ASCII);
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(temporary, directory.resolve(FILE_NAME), StandardCopyOption.ATOMIC_MOVE);
    syncDirectory(directory);
  }

  static void syncDirectory(Path directory) throws IOException {
    if (System.getProperty("os.name").startsWith("Windows")) {
      return; // Windows has no handle for this; its file system journals names by itself.
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static EngineException failed(String doing, IOException exception) {
    String message = String.valueOf(exception.getMessage());
    ErrorCode code =
        message.contains("No space left on device")
            ? ErrorCode.DISK_FULL
            : ErrorCode.STORAGE_FAILED;
    String advice =
        code == ErrorCode.DISK_FULL
            ? "Free space on the medium"
            : "Look at the path, at who may write there, and at the medium";
    return new EngineException(code, doing + " failed: " + exception + ". " + advice, exception);
  }

  /** The version of a directory that is ours. */
  static int version(Path directory) throws IOException {
    int version = check(directory);
    checkComplete(directory);
    return version;
  }

  private static int check(Path directory) throws IOException {
    Path file = directory.resolve(FILE_NAME);
    String content = "";
    if (Files.isRegularFile(file) && Files.size(file) <= FILE_BYTES_MAX) {
      content = Files.readString(file, StandardCharsets.ISO_8859_1);
    }
    if (content.startsWith(OF_A_REPLICA)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The directory "
              + directory
              + " is that of a cluster's node. Start it as such (serve --cluster), or make a backup"
              + " there and restore it elsewhere");
    }
    Matcher matcher = FIRST_LINE.matcher(content.lines().findFirst().orElse(""));
    if (!matcher.matches()) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "The file " + file + " does not say which format the directory has. Restore a backup");
    }
    int version = Integer.parseInt(matcher.group(1));
    if (version > VERSION) {
      throw new EngineException(
          ErrorCode.NEWER_FORMAT,
          "The directory "
              + directory
              + " has storage format "
              + version
              + "; this program reads up to "
              + VERSION
              + ". Use the Mayfly that wrote it or a newer one");
    }
    if (version < 1) {
      throw new EngineException(ErrorCode.CORRUPTED, "The file " + file + " names format 0");
    }
    return version;
  }

  /** RocksDB would start an empty database beside old files if the file that names them is lost. */
  private static void checkComplete(Path directory) throws IOException {
    if (Files.exists(directory.resolve("CURRENT"))) {
      return;
    }
    for (String name : names(directory)) {
      if (name.startsWith("MANIFEST-") || name.endsWith(".sst")) {
        throw new EngineException(
            ErrorCode.CORRUPTED,
            "The directory " + directory + " has data but no file CURRENT. Restore a backup");
      }
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
