/** Azure Cosmos DB for NoSQL over HTTP. An empty room until its routes are built. */
package dev.mayfly.cosmos;
