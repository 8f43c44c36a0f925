/** Azure Cosmos DB for NoSQL over HTTP: the account, and the way of a request through it. */
package dev.mayfly.cosmos;
