/**
 * Servers inside a program: for tests, and for programs that bring their database along. Start with
 * {@link dev.mayfly.embedded.Mayfly}. Everything else of the server, with all its libraries, is
 * loaded by an {@code IsolatedLoader}, out of the program's sight.
 */
package dev.mayfly.embedded;
