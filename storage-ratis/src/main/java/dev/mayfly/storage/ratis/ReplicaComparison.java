package dev.mayfly.storage.ratis;

import java.util.List;

/**
 * What the nodes of a cluster hold at one and the same index of the log.
 *
 * @param index of the log
 * @param compared ids of the nodes that answered
 * @param missing ids of the nodes that did not
 * @param rows how many rows the node that asked has
 * @param differences in words, a line each; empty if the replicas are equal
 */
public record ReplicaComparison(
    long index, List<String> compared, List<String> missing, long rows, List<String> differences) {
  public ReplicaComparison {
    compared = List.copyOf(compared);
    missing = List.copyOf(missing);
    differences = List.copyOf(differences);
  }

  public boolean isClean() {
    return missing.isEmpty() && differences.isEmpty();
  }
}
