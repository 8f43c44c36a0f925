/**
 * The configuration of the server: one list of {@link dev.mayfly.server.config.Setting settings}
 * that the command line, the environment and configuration files all read from. Knows nothing of
 * the network or the engine.
 */
package dev.mayfly.server.config;
