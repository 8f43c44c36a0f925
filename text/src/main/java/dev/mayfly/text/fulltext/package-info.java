/**
 * Full text search as Azure Cosmos DB has it. Texts enter; their terms with places, index keys,
 * matches of search terms and BM25 scores leave. Start with {@code FullTextLanguage}; {@code
 * TextCorpus} is an inverted index on the heap.
 */
package dev.mayfly.text.fulltext;
