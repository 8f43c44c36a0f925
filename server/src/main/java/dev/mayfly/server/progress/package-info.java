/**
 * How far long work of a command has come, for the person who waits: start at {@link
 * dev.mayfly.server.progress.Progress}.
 */
package dev.mayfly.server.progress;
