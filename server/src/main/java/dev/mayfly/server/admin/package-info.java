/**
 * The admin port: health, metrics, the clock, the purge, backups, tools about TTL and the Explorer
 * over HTTP, on the loopback interface only. {@link dev.mayfly.server.admin.AdminServer} is the
 * network part; {@link dev.mayfly.server.admin.Routes} the list of what is answered, one small
 * method for each route; {@link dev.mayfly.server.admin.AdminTarget} what the routes act on. A
 * route knows nothing of Netty, and the engine nothing of routes.
 */
package dev.mayfly.server.admin;
