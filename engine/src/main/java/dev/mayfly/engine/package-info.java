/**
 * The engine: containers, items, TTL, request units, purge, change feed. Knows no network and no
 * storage library; front ends stand above it, storages below the seam in {@code storage}. Start
 * with {@link dev.mayfly.engine.Engine} and {@link dev.mayfly.engine.Container}.
 *
 * <p>Its API, which front ends compile against: this package, {@code bson}, {@code catalog}, {@code
 * clock}, {@code error}, {@code feed}, {@code index}, {@code item}, {@code partition}, {@code
 * read}, {@code ru} and {@code ttl}. The other packages are its own.
 */
package dev.mayfly.engine;
