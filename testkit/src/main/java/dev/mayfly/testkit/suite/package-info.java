/** Abstract suites: what every storage must pass, by a subclass of a few lines. */
package dev.mayfly.testkit.suite;
