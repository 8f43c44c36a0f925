/** A small, cheap client of the Cosmos endpoint: one blocking connection, signed requests. */
package dev.mayfly.bench.client;
