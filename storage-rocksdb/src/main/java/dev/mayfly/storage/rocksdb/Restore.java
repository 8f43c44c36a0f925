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
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Copies a backup into a new directory. The copy keeps the mark of a backup until it has been
 * adopted, and gets the file that makes it openable last: whatever breaks off before does not look
 * like a store that is ready.
 */
final class Restore {
  private Restore() {}

  static void copy(Path backup, Path target, Consumer<Storage> adopting) {
    if (!RocksDbStorage.isBackup(backup)) {
      throw refused(
          backup + " is not a backup. Give a directory that POST /backup of the admin port made");
    }
    try {
      checkFree(backup, target);
      Files.createDirectories(target);
      boolean complete = false;
      try {
        copyFiles(backup, target);
        try (RocksDbStorage copy = RocksDbStorage.open(target, RocksDbOptions.defaults())) {
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
    } catch (IOException exception) {
      throw DirectoryFormat.failed("Restoring " + backup + " into " + target, exception);
    }
  }

  private static void checkFree(Path backup, Path target) throws IOException {
    if (target.startsWith(backup)) {
      throw refused("The target " + target + " is in the backup. Give a directory elsewhere");
    }
    if (Files.exists(target) && (!Files.isDirectory(target) || !DirectoryFormat.isEmpty(target))) {
      throw refused("The target " + target + " is not empty. Give an empty or absent directory");
    }
  }

  private static void copyFiles(Path backup, Path target) throws IOException {
    copyFile(backup, target, Backup.MARK_NAME);
    for (Path file : files(backup)) {
      String name = file.getFileName().toString();
      if (Files.isRegularFile(file)
          && !name.equals(Backup.MARK_NAME)
          && !name.equals(DirectoryFormat.FILE_NAME)) {
        copyFile(backup, target, name);
      }
    }
    DirectoryFormat.syncDirectory(target);
    copyFile(backup, target, DirectoryFormat.FILE_NAME);
    DirectoryFormat.syncDirectory(target);
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

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }
}
