/**
 * Fixtures of tests that use an engine ({@link dev.mayfly.testkit.suite.EngineFixture}), and the
 * abstract suites that every storage must pass, by a subclass of a few lines.
 */
package dev.mayfly.testkit.suite;
