/**
 * The engine: containers, items, TTL, request units, purge, change feed. Knows no network and no
 * storage library; front ends stand above it, storages below the seam in {@code storage}.
 */
package dev.mayfly.engine;
