/**
 * Ranges of keys in which no row belongs to a visible item, remembered in memory so that reads seek
 * past them. {@link dev.mayfly.engine.deadrange.DeadRanges} holds them for the whole store, {@link
 * dev.mayfly.engine.deadrange.LiveView} is a view that uses and extends them.
 */
package dev.mayfly.engine.deadrange;
