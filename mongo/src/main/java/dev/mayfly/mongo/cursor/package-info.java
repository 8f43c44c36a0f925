/** Cursors that clients keep open between batches: who owns them, and when they end. */
package dev.mayfly.mongo.cursor;
