package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Locale;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB's errors mean to us. */
final class RocksDbErrors {
  static final String LOCKED_ADVICE =
      "Another process has the directory open: stop it, or use another directory";

  private RocksDbErrors() {}

  static EngineException translate(String doing, RocksDBException exception) {
    ErrorCode code = code(exception);
    return new EngineException(
        code, doing + " failed: " + exception.getMessage() + ". " + advice(code), exception);
  }

  private static ErrorCode code(RocksDBException exception) {
    Status status = exception.getStatus();
    String message = String.valueOf(exception.getMessage()).toLowerCase(Locale.ROOT);
    if (isNoSpace(status, message)) {
      return ErrorCode.DISK_FULL;
    }
    if (isLocked(status, message)) {
      return ErrorCode.LOCKED;
    }
    if (status != null && status.getCode() == Status.Code.Corruption) {
      return ErrorCode.CORRUPTED;
    }
    // Some checks at open have no status of their own; a file that is named and not there is
    // damage.
    return message.startsWith("corruption")
            || message.contains("checksum mismatch")
            || message.contains("no such file or directory")
        ? ErrorCode.CORRUPTED
        : ErrorCode.STORAGE_FAILED;
  }

  private static boolean isNoSpace(Status status, String message) {
    return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
        || message.contains("no space left on device")
        || message.contains("disk quota exceeded");
  }

  private static boolean isLocked(Status status, String message) {
    return status != null
        && status.getCode() == Status.Code.IOError
        && (message.contains("while lock file")
            || message.contains("lock hold by current process"));
  }

  private static String advice(ErrorCode code) {
    if (code == ErrorCode.DISK_FULL) {
      return "Free space on the medium: reads continue, and writes some seconds later; if not,"
          + " restart";
    }
    if (code == ErrorCode.LOCKED) {
      return LOCKED_ADVICE;
    }
    if (code == ErrorCode.CORRUPTED) {
      return "Run check, and restore from a backup if it confirms the damage";
    }
    return "Look at the medium and at the LOG file in the data directory";
  }
}
