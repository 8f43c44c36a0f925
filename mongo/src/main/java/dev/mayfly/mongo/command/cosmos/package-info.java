/** Commands that only Azure Cosmos DB for MongoDB has. */
package dev.mayfly.mongo.command.cosmos;
