/**
 * Client cursors: registration, ownership, timeouts, eviction and batches. Streams of documents
 * enter {@link dev.mayfly.mongo.cursor.ClientCursor}; {@link dev.mayfly.mongo.cursor.Cursors}
 * returns batches to find, aggregate and getMore.
 */
package dev.mayfly.mongo.cursor;
