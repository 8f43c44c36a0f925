package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.read.ChangeKind;

/**
 * What the log of all versions must contain of an item.
 *
 * @param late true if it is recorded when the rows are removed, in the background
 */
record LogEntry(ChangeKind kind, ModelItem item, boolean late) {}
