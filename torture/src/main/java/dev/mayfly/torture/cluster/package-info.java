/**
 * Fault runs on a cluster: real processes with faults of machines, networks, disks and clocks
 * between rounds of comparison, while clients of both APIs write and read. Start with {@link
 * dev.mayfly.torture.cluster.ClusterTorture}.
 */
package dev.mayfly.torture.cluster;
