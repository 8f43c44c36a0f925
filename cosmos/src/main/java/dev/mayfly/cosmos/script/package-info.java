/**
 * Server-side JavaScript: stored procedures, triggers and user-defined functions. {@link
 * dev.mayfly.cosmos.script.ScriptSession} carries out what a script asks of its container, in one
 * transaction.
 */
package dev.mayfly.cosmos.script;
