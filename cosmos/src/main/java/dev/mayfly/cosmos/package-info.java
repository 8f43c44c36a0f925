/**
 * Azure Cosmos DB for NoSQL over HTTP. An engine and {@link dev.mayfly.cosmos.CosmosOptions} enter,
 * a running {@link dev.mayfly.cosmos.CosmosServer} leaves. Puts the packages below together: start
 * reading at {@code CosmosServer}, then {@code Dispatcher} and {@code Handlers}.
 */
package dev.mayfly.cosmos;
