/**
 * A cluster of three nodes beside one server: writes, reads, what they cost all processes, and how
 * long no write succeeds after the leader was killed. Start with {@link
 * dev.mayfly.bench.cluster.ClusterBench}.
 */
package dev.mayfly.bench.cluster;
