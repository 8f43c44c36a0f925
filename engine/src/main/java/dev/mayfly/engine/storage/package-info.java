/**
 * The storage seam: what the engine asks of whatever keeps its rows.
 *
 * <p>A storage keeps byte rows in a few {@link dev.mayfly.engine.storage.Table tables}, sorted by
 * unsigned key bytes. The engine decides, the storage commits: a {@link
 * dev.mayfly.engine.storage.Decision} is handed over, run under the storage's isolation, and
 * committed together with its neighbours. Nothing in this package knows what a row means, and no
 * storage may interpret one.
 */
package dev.mayfly.engine.storage;
