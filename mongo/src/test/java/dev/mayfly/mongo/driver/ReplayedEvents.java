package dev.mayfly.mongo.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What a reader of a change stream knows of a collection who applies each event to a map. */
final class ReplayedEvents {
  private final Map<BsonValue, BsonDocument> documents = new HashMap<>();
  private final long seed;

  /**
   * @param seed of the history, for failures
   */
  ReplayedEvents(long seed) {
    this.seed = seed;
  }

  Map<BsonValue, BsonDocument> documents() {
    return documents;
  }

  void apply(BsonDocument event) {
    BsonValue id = event.getDocument("documentKey").get("_id");
    switch (event.getString("operationType").getValue()) {
      case "insert" -> {
        if (documents.put(id, event.getDocument("fullDocument")) != null) {
          throw failure("inserted twice", event);
        }
      }
      case "replace" -> {
        if (documents.put(id, event.getDocument("fullDocument")) == null) {
          throw failure("replaced what was not there", event);
        }
      }
      case "delete" -> {
        if (documents.remove(id) == null) {
          throw failure("deleted what was not there", event);
        }
      }
      case "update" -> {
        BsonDocument known = documents.get(id);
        if (known == null) {
          throw failure("updated what was not there", event);
        }
        BsonDocument copy = known.clone();
        update(copy, event.getDocument("updateDescription"));
        documents.put(id, copy);
      }
      default -> throw failure("an event of another kind", event);
    }
  }

  private AssertionError failure(String what, BsonDocument event) {
    return new AssertionError(
        what + ": " + event + ", seed " + seed + ", known are " + documents.keySet());
  }

  private static void update(BsonDocument document, BsonDocument description) {
    BsonDocument paths = description.getDocument("disambiguatedPaths", new BsonDocument());
    for (BsonValue removed : description.getArray("removedFields")) {
      List<BsonValue> path = path(removed.asString().getValue(), paths);
      parent(document, path).asDocument().remove(last(path).asString().getValue());
    }
    for (BsonValue cut : description.getArray("truncatedArrays")) {
      List<BsonValue> path = path(cut.asDocument().getString("field").getValue(), paths);
      BsonArray array = child(parent(document, path), last(path)).asArray();
      while (array.size() > cut.asDocument().getInt32("newSize").getValue()) {
        array.remove(array.size() - 1);
      }
    }
    description
        .getDocument("updatedFields")
        .forEach(
            (name, value) -> {
              List<BsonValue> path = path(name, paths);
              BsonValue parent = parent(document, path);
              if (parent.isDocument()) {
                parent.asDocument().put(last(path).asString().getValue(), value);
              } else {
                set(parent.asArray(), last(path).asInt32().getValue(), value);
              }
            });
  }

  private static void set(BsonArray array, int index, BsonValue value) {
    if (index == array.size()) {
      array.add(value);
    } else {
      array.set(index, value);
    }
  }

  private static List<BsonValue> path(String dotted, BsonDocument paths) {
    if (paths.containsKey(dotted)) {
      return paths.getArray(dotted);
    }
    List<BsonValue> path = new ArrayList<>();
    Arrays.stream(dotted.split("\\.", -1)).forEach(part -> path.add(new BsonString(part)));
    return path;
  }

  private static BsonValue parent(BsonDocument document, List<BsonValue> path) {
    BsonValue value = document;
    for (BsonValue part : path.subList(0, path.size() - 1)) {
      value = child(value, part);
    }
    return value;
  }

  private static BsonValue child(BsonValue value, BsonValue part) {
    return part instanceof BsonInt32 index
        ? value.asArray().get(index.getValue())
        : value.asDocument().get(part.asString().getValue());
  }

  private static BsonValue last(List<BsonValue> path) {
    return path.get(path.size() - 1);
  }
}
