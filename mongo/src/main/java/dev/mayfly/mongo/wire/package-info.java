/**
 * MongoDB's wire protocol. Bytes of a connection enter, a running operation with a whole command
 * leaves, and its reply comes back. Start reading at {@code MongoPort}, then {@code
 * MongoConnection}. Knows no command; listening, TLS and budgets are in {@code dev.mayfly.net}.
 */
package dev.mayfly.mongo.wire;
