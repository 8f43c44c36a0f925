package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Copies a store into a new directory. The copy has the mark of a backup until it has been adopted,
 * and gets the file that makes it openable last: a copy that is interrupted is not mistaken for a
 * store that is ready.
 */
final class DirectoryCopy {
  /** Opens a copy whose files are complete. */
  interface Opening {
    RocksDbStorage open(Path copy) throws IOException;
  }

  /** Written anew, or of use only where they were made. */
  private static final Set<String> NOT_COPIED =
      Set.of(Backup.MARK_NAME, DirectoryFormat.FILE_NAME, "LOCK", "LOG");

  private DirectoryCopy() {}

  /**
   * @param target absent or empty
   * @param copied gets the number of bytes of each file that is copied
   * @param adopting what makes the copy a store of its own
   */
  static void make(
      Path source, Path target, LongConsumer copied, Opening opening, Consumer<Storage> adopting)
      throws IOException {
    checkFree(source, target);
    Files.createDirectories(target);
    boolean complete = false;
    try {
      copyFiles(source, target, copied);
      try (RocksDbStorage copy = opening.open(target)) {
        adopting.accept(copy);
      }
      Files.delete(target.resolve(Backup.MARK_NAME));
      DirectoryFormat.syncDirectory(target);
      complete = true;
    } finally {
      if (!complete) {
        clear(target);
      }
    }
  }

  private static void checkFree(Path source, Path target) throws IOException {
    if (target.startsWith(source)) {
      throw refused(
          "The target " + target + " is inside " + source + ". Give a directory elsewhere");
    }
    if (Files.exists(target) && (!Files.isDirectory(target) || !DirectoryFormat.isEmpty(target))) {
      throw refused("The target " + target + " is not empty. Give an empty or absent directory");
    }
  }

  private static void copyFiles(Path source, Path target, LongConsumer copied) throws IOException {
    Files.createFile(target.resolve(Backup.MARK_NAME));
    DirectoryFormat.syncDirectory(target);
    for (Path file : files(source)) {
      String name = file.getFileName().toString();
      if (Files.isRegularFile(file) && !NOT_COPIED.contains(name)) {
        copyFile(source, target, name);
        copied.accept(Files.size(file));
      }
    }
    DirectoryFormat.write(target);
  }

  private static void copyFile(Path from, Path to, String name) throws IOException {
    Path copy = Files.copy(from.resolve(name), to.resolve(name));
    try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** The directory itself stays: it may have been there before, or be where a disk is mounted. */
  private static void clear(Path directory) throws IOException {
    for (Path file : files(directory)) {
      Backup.deleteAll(file);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  /** How many bytes the files of a directory have together; 0 if it can't be read. */
  static long bytes(Path directory) {
    try {
      long bytes = 0;
      for (Path file : files(directory)) {
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
      return bytes;
    } catch (IOException e) {
      return 0;
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }
}
