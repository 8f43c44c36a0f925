/**
 * A cluster of real processes on this machine, whose network, disks, clocks and lives a test
 * controls. Needs Linux: who opened a connection is looked up in {@code /proc}. Start with {@link
 * dev.mayfly.testkit.cluster.ClusterProcesses}.
 */
package dev.mayfly.testkit.cluster;
