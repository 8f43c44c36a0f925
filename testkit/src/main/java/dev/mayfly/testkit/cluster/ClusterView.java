package dev.mayfly.testkit.cluster;

import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * What a node says about its cluster on its admin port.
 *
 * @param appliedIndexes of the nodes that it has heard of, in the order of their ids
 */
public record ClusterView(
    String nodeId,
    String role,
    Optional<String> leader,
    long term,
    List<String> nodes,
    List<Long> appliedIndexes) {
  static ClusterView parse(String json) {
    Document document = Document.parse(json);
    List<Document> nodes = document.getList("nodes", Document.class);
    return new ClusterView(
        document.getString("nodeId"),
        document.getString("role"),
        Optional.ofNullable(document.getString("leader")),
        document.get("term", Number.class).longValue(),
        nodes.stream().map(ClusterView::id).sorted().toList(),
        nodes.stream()
            .map(node -> node.get("appliedIndex"))
            .filter(index -> index instanceof Number)
            .map(index -> ((Number) index).longValue())
            .toList());
  }

  private static String id(Document node) {
    String id = node.getString("id");
    return id == null ? node.getString("nodeId") : id;
  }

  public boolean isLeader() {
    return role.equals("leader");
  }
}
