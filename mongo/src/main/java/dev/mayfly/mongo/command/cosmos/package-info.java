/** Extension commands of Azure Cosmos DB for MongoDB. */
package dev.mayfly.mongo.command.cosmos;
