/**
 * Clients of a cluster, as applications have them: the driver of MongoDB for a replica set and the
 * SDK of Azure Cosmos DB for an account with several locations. Each repeats one kind of request,
 * tries again after errors, and lets a judge know what it saw. Start with {@link
 * dev.mayfly.torture.cluster.load.ClusterLoad}.
 */
package dev.mayfly.torture.cluster.load;
