/**
 * Runs JavaScript of users in processes of its own: {@link dev.mayfly.scripts.Scripts} in the
 * server, {@link dev.mayfly.scripts.ScriptHost} in each of those processes.
 */
package dev.mayfly.scripts;
