/**
 * Items of a container one after the other, by any access path. A {@link
 * dev.mayfly.query.cursor.ReadPlan} enters: keys, ids, partitions or ranges of indexes. {@link
 * dev.mayfly.query.cursor.ItemCursor} returns the items, each once, and says why it stopped and at
 * which position it resumes. A front end supplies the reading, its charges and its deadlines as a
 * {@link dev.mayfly.query.cursor.ReadSource}. Start with {@link
 * dev.mayfly.query.cursor.ItemCursor}.
 */
package dev.mayfly.query.cursor;
