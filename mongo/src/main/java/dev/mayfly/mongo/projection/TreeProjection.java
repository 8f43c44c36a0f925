package dev.mayfly.mongo.projection;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Applies a projection tree: fields in document order first, then computed ones.
 *
 * @param root of the tree
 * @param keepsOthers whether unnamed fields are kept
 */
record TreeProjection(ProjectionNode root, boolean keepsOthers) {
  BsonDocument apply(BsonDocument document, Variables variables) {
    BsonDocument result = fields(root, document);
    if (root.computes()) {
      compute(root, result, variables.on(document));
    }
    return result;
  }

  private BsonDocument fields(ProjectionNode node, BsonDocument document) {
    BsonDocument result = new BsonDocument();
    if (document instanceof LazyDocument lazy) {
      for (RawCursor cursor = lazy.raw().elements(); cursor.next(); ) {
        String name = cursor.name();
        ProjectionNode child = node.children().get(name);
        if (isShown(child) && !result.containsKey(name)) {
          put(result, name, child, LazyDocument.valueOf(cursor));
        }
      }
      return result;
    }
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      ProjectionNode child = node.children().get(field.getKey());
      if (isShown(child)) {
        put(result, field.getKey(), child, field.getValue());
      }
    }
    return result;
  }

  private boolean isShown(ProjectionNode child) {
    if (child == null) {
      return keepsOthers;
    }
    return switch (child.kind()) {
      case KEEP, INSIDE -> true;
      case DROP -> false;
      case COMPUTE -> keepsOthers;
    };
  }

  private void put(BsonDocument result, String name, ProjectionNode child, BsonValue value) {
    BsonValue shown =
        child == null || child.kind() != ProjectionNode.Kind.INSIDE ? value : inside(child, value);
    if (shown != null) {
      result.put(name, shown);
    }
  }

  /** Array elements that are no documents are removed unless other fields are kept. */
  private BsonValue inside(ProjectionNode node, BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> fields(node, value.asDocument());
      case ARRAY -> {
        List<BsonValue> elements = value.asArray();
        BsonArray shown = new BsonArray(elements.size());
        for (BsonValue each : elements) {
          BsonValue element = inside(node, each);
          if (element != null) {
            shown.add(element);
          }
        }
        yield shown;
      }
      default -> keepsOthers ? value : null;
    };
  }

  private static void compute(ProjectionNode node, BsonDocument result, Variables variables) {
    for (Map.Entry<String, ProjectionNode> each : node.children().entrySet()) {
      ProjectionNode child = each.getValue();
      if (child.kind() == ProjectionNode.Kind.COMPUTE) {
        BsonValue value = child.expression().evaluate(variables);
        if (value == null) {
          result.remove(each.getKey());
        } else {
          result.put(each.getKey(), value);
        }
      } else if (child.computes()) {
        result.put(each.getKey(), computeInside(child, result.get(each.getKey()), variables));
      }
    }
  }

  /** A value that is no document is replaced by one with the computed fields. */
  private static BsonValue computeInside(
      ProjectionNode node, BsonValue value, Variables variables) {
    if (value != null && value.isArray()) {
      BsonArray elements = new BsonArray(value.asArray().size());
      for (BsonValue each : value.asArray()) {
        elements.add(computeInside(node, each, variables));
      }
      return elements;
    }
    BsonDocument document =
        value == null || !value.isDocument() ? new BsonDocument() : value.asDocument();
    compute(node, document, variables);
    return document;
  }
}
