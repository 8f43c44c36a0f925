package dev.mayfly.server;

import dev.mayfly.engine.check.Report;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks whether everything in a directory is as written, and fits together. */
final class StoreCheck {
  private StoreCheck() {}

  /**
   * @throws EngineException if the directory can't be looked at: it is none of ours, in use, or of
   *     a newer version
   */
  static CheckReport of(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw refused("There is no directory " + directory + ". Give a data directory or a backup");
    }
    if (!RocksDbStorage.isStore(directory)) {
      throw refused(
          "The directory "
              + directory
              + " was not made by Mayfly, or is an unfinished backup. Give a data directory or a"
              + " backup");
    }
    List<String> problems = new ArrayList<>();
    try (RocksDbStorage storage = RocksDbStorage.open(directory, RocksDbOptions.defaults())) {
      storage.verifyChecksums();
      Report report = new Verifier(storage).check(problems::add);
      return new CheckReport(report.rows(), report.problems(), problems);
    } catch (EngineException e) {
      if (e.code() != ErrorCode.CORRUPTED) {
        throw e;
      }
      // What can't be read can't be compared: this is the finding.
      problems.add(e.getMessage());
      return new CheckReport(0, problems.size(), problems);
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }
}
