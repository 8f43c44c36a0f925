/**
 * Storages for tests: one that keeps rows in memory and is small enough to be believed, and one
 * that wraps another and makes it fail or wait.
 */
package dev.mayfly.testkit.storage;
