/**
 * Items as callers of the engine see them: their keys, requests and outcomes of writes, entries
 * found through an index, receipts. Values of the API; what is done with them is in {@code
 * operation}. Start with {@link dev.mayfly.engine.item.WriteRequest} and {@link
 * dev.mayfly.engine.item.Item}.
 */
package dev.mayfly.engine.item;
