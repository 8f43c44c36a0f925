/**
 * Collations: a {@code collation} document enters {@link dev.mayfly.mongo.collation.Collations},
 * and a {@link dev.mayfly.mongo.bson.BsonOrder} over ICU leaves.
 */
package dev.mayfly.mongo.collation;
