/**
 * Searches for the nearest vectors, as {@code $vectorSearch} asks for them. Start with {@link
 * dev.mayfly.mongo.vector.VectorSearch}.
 */
package dev.mayfly.mongo.vector;
