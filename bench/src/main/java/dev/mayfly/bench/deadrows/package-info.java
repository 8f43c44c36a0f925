/** Reads past dead items that are not purged, beside the same reads without them. */
package dev.mayfly.bench.deadrows;
