/**
 * Servers for tests with JUnit: register a {@link dev.mayfly.junit.MayflyExtension}, or write
 * {@link dev.mayfly.junit.MayflyServer} on the class.
 */
package dev.mayfly.junit;
