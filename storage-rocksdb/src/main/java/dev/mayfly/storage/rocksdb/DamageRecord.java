package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers the first damage that a read or a write has met since the database was opened. Damage
 * does not go away by itself, so neither does this. If RocksDB's work in the background meets
 * damage, it refuses all writes from then on, so that the next write meets it too.
 */
final class DamageRecord {
  private static final Logger LOG = LoggerFactory.getLogger(DamageRecord.class);

  private final AtomicReference<String> found = new AtomicReference<>();

  Optional<String> found() {
    return Optional.ofNullable(found.get());
  }

  /** Returns the exception that it was given. */
  EngineException note(EngineException exception) {
    if (exception.code() == ErrorCode.CORRUPTED
        && found.compareAndSet(null, exception.getMessage())) {
      LOG.error("The store is damaged: {}", exception.getMessage());
    }
    return exception;
  }
}
