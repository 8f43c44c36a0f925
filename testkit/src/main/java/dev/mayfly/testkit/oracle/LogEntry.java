package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.format.LogRow;

/**
 * What the log of all versions must tell of an item.
 *
 * @param late true if it is told when the rows are removed, in the background
 */
record LogEntry(LogRow.Kind kind, ModelItem item, boolean late) {}
