package dev.mayfly.engine.operation;

import dev.mayfly.engine.storage.Table;

/** A look-up of rows: in a view, within a write, or as a transaction sees them. */
@FunctionalInterface
interface RowLookup {
  byte[] get(Table table, byte[] key);
}
