/**
 * Servers for tests with Spring: the application context knows where they are. Used only where
 * Spring's test framework is on the class path.
 */
package dev.mayfly.junit.spring;
