/**
 * Sets of values in the order of index keys. A front end turns a condition such as {@code $gt} or
 * {@code BETWEEN} into a {@link dev.mayfly.query.interval.KeySet}; sets are united and intersected
 * here and leave as ranges of an index. Start with {@link dev.mayfly.query.interval.KeySet}.
 */
package dev.mayfly.query.interval;
