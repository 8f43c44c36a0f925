package dev.mayfly.engine.storage;

/**
 * Learns of the rows that a following storage applies, which another node has decided. Called by
 * one thread, in the order of the commits: begin, the rows, then end. The rows can be read when end
 * is called, and not before begin.
 */
public interface AppliedRows {
  /** Learns nothing. */
  AppliedRows NONE =
      new AppliedRows() {
        @Override
        public void begin() {}

        @Override
        public void put(Table table, byte[] key, byte[] value) {}

        @Override
        public void delete(Table table, byte[] key) {}

        @Override
        public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {}

        @Override
        public void end() {}
      };

  /** A group is about to be written. */
  void begin();

  void put(Table table, byte[] key, byte[] value);

  void delete(Table table, byte[] key);

  void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive);

  /** The group is written. */
  void end();
}
