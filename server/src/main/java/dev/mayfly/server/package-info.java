/**
 * The program: {@link dev.mayfly.server.Main} and its commands, start and stop. The only room that
 * sees all others, and only here are they put together ({@link dev.mayfly.server.EngineStores}).
 */
package dev.mayfly.server;
