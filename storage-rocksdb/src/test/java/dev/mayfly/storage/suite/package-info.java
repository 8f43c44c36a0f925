/**
 * The behaviour of the engine on each storage. {@link dev.mayfly.storage.suite.EachStorageTest} is
 * what most of these tests start from: it runs them once for each {@link
 * dev.mayfly.storage.suite.StorageKind}.
 */
package dev.mayfly.storage.suite;
