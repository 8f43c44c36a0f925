/** The Cosmos endpoint beside a server of the same kind, and beside an empty handler. */
package dev.mayfly.bench.cosmos;
