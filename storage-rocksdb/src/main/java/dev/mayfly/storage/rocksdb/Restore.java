package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Makes a store of a backup, which stays as it is. */
final class Restore {
  private Restore() {}

  static void copy(Path backup, Path target, LongConsumer copied, Consumer<Storage> adopting) {
    if (!RocksDbStorage.isBackup(backup)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          backup + " is not a backup. Give a directory that POST /backup of the admin port made");
    }
    try {
      // A newer format is refused before anything is copied.
      int version = DirectoryFormat.version(backup);
      DirectoryCopy.make(backup, target, copied, copy -> open(copy, version), adopting);
    } catch (IOException exception) {
      throw DirectoryFormat.failed("Restoring " + backup + " into " + target, exception);
    }
  }

  private static RocksDbStorage open(Path copy, int version) throws IOException {
    if (version <= DirectoryFormat.WITHOUT_WATERMARK
        && !Files.exists(copy.resolve(Watermark.FILE_NAME))) {
      Watermark.write(copy, Watermark.State.NONE);
    }
    return RocksDbStorage.open(copy, RocksDbOptions.defaults());
  }
}
