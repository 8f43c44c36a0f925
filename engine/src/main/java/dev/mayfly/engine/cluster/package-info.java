/**
 * What a node knows of the cluster that it is part of, for front ends and operators. A storage that
 * replicates provides a {@link dev.mayfly.engine.cluster.Cluster}; snapshots of it ({@link
 * dev.mayfly.engine.cluster.ClusterState}) leave. A store on one machine has none. Start with
 * {@link dev.mayfly.engine.cluster.Cluster}.
 */
package dev.mayfly.engine.cluster;
