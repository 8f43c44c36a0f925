/**
 * Full text search of containers: what their policies say about texts, and the texts of their live
 * items on the heap. Definitions and reads enter; terms, statistics and rankings leave. Start with
 * {@code FullTextPolicy} and {@code FullTextCorpora}.
 */
package dev.mayfly.cosmos.query.fulltext;
