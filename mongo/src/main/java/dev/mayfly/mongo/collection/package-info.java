/**
 * Collections over containers of the engine: the catalog, access paths and cursors over documents,
 * and inserts, updates and deletes. Compiled queries and updates enter, documents and results
 * leave. Start reading at {@link dev.mayfly.mongo.collection.CollectionCatalog} and {@link
 * dev.mayfly.mongo.collection.Candidates}.
 */
package dev.mayfly.mongo.collection;
