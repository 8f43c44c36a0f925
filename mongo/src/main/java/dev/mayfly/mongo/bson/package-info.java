/**
 * BSON values with MongoDB's semantics: comparison order, arithmetic, sizes, and lazy documents
 * over bytes. Used by all other packages. Start reading at {@link
 * dev.mayfly.mongo.bson.LazyDocument} and {@link dev.mayfly.mongo.bson.BsonOrder}.
 */
package dev.mayfly.mongo.bson;
