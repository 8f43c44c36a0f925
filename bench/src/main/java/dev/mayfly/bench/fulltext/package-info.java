/** Full text search beside Lucene used directly. Start with {@code FullTextBench}. */
package dev.mayfly.bench.fulltext;
