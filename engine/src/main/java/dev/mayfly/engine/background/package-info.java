/**
 * Background work: the purge, the recording of expiry events, the building of date sources, the
 * removal of deleted partitions, the trimming of logs and the folding of counts. All of it runs in
 * short slices as ordinary writes, one thread for the whole store.
 */
package dev.mayfly.engine.background;
