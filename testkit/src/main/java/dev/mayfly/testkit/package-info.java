/** What tests share: storages, clocks, suites and the oracle. Depends on the engine only. */
package dev.mayfly.testkit;
