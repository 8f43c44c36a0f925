package dev.mayfly.server;

import dev.mayfly.engine.check.Report;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.server.progress.Progress;
import dev.mayfly.storage.rocksdb.ReadOnlyStore;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads every file of a directory and verifies its rows against each other. Changes nothing. */
final class StoreCheck {
  private StoreCheck() {}

  /**
   * @throws EngineException if the directory can't be verified: it is not a store, in use, or of a
   *     newer version
   */
  static CheckReport of(Path directory, Progress progress) {
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
    try (ReadOnlyStore store = ReadOnlyStore.open(directory)) {
      List<String> problems = new ArrayList<>(store.damage());
      Report rows = store.isReadable() ? verify(store, problems, progress) : new Report(0, 0, 0, 0);
      long total = Math.max(problems.size(), store.damage().size() + rows.problems());
      return new CheckReport(rows.rows(), total, problems, store.notes());
    }
  }

  /** What can't be read can't be compared: that is a problem too. */
  private static Report verify(ReadOnlyStore store, List<String> problems, Progress progress) {
    try {
      progress.begin("reading all files", "bytes", 0);
      store.verifyChecksums();
      progress.begin("checking", "rows", store.rowsEstimate());
      return new Verifier(store::snapshot, new FilterItemFilters())
          .check(problems::add, progress::at);
    } catch (EngineException e) {
      if (e.code() != ErrorCode.CORRUPTED) {
        throw e;
      }
      problems.add(e.getMessage());
      return new Report(0, 0, 0, 0);
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }
}
