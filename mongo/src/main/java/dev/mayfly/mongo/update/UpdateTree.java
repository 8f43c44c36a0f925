package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.PATH_NOT_VIABLE;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.update.FieldLocation.Call;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Applies an update tree. Unmodified parts stay the same objects. */
record UpdateTree(UpdateNode root, ArrayFilters filters) {
  private static final int CANNOT_BACKFILL_ARRAY = 34;
  private static final int MOST_PADDING = 1_500_000;

  BsonDocument apply(BsonDocument document, Call call) {
    return inDocument(root, document, FieldLocation.root(call));
  }

  private BsonValue at(UpdateNode node, BsonValue value, FieldLocation place) {
    if (node.modifier() != null) {
      return node.modifier().modify(value, place);
    }
    if (node.ofArrays()) {
      return inEachElement(node, value, place);
    }
    if (value == null) {
      BsonDocument made = inDocument(node, new BsonDocument(), place);
      return made.isEmpty() ? null : made;
    }
    return switch (value.getBsonType()) {
      case DOCUMENT -> inDocument(node, value.asDocument(), place);
      case ARRAY -> inArray(node, value.asArray(), place);
      default -> {
        checkNothingToCreate(node, value, place);
        yield value;
      }
    };
  }

  private BsonDocument inDocument(UpdateNode node, BsonDocument document, FieldLocation place) {
    BsonDocument result = document;
    for (Map.Entry<String, UpdateNode> each : children(node, place).entrySet()) {
      String name = each.getKey();
      BsonValue before = result.get(name);
      BsonValue after = at(each.getValue(), before, place.at(name));
      if (after != before) {
        if (result == document) {
          result = FieldLocation.copy(document);
        }
        if (after == null) {
          result.remove(name);
        } else {
          result.put(name, after);
        }
      }
    }
    return result;
  }

  private BsonValue inArray(UpdateNode node, BsonArray array, FieldLocation place) {
    BsonArray result = array;
    for (Map.Entry<String, UpdateNode> each : children(node, place).entrySet()) {
      long position = UpdatePath.position(each.getKey());
      if (position < 0) {
        checkNothingToCreate(each.getKey(), each.getValue(), array, place);
        continue;
      }
      BsonValue before = position < result.size() ? result.get((int) position) : null;
      BsonValue after = at(each.getValue(), before, place.at(each.getKey()));
      if (after != before) {
        if (result == array) {
          result = new BsonArray(array);
        }
        put(result, position, after == null ? BsonNull.VALUE : after);
      }
    }
    return result;
  }

  private static void put(BsonArray array, long position, BsonValue value) {
    if (position < array.size()) {
      array.set((int) position, value);
      return;
    }
    if (position - array.size() > MOST_PADDING) {
      throw new MongoException(
          CANNOT_BACKFILL_ARRAY, "can't backfill more than " + MOST_PADDING + " elements");
    }
    while (array.size() < position) {
      array.add(BsonNull.VALUE);
    }
    array.add(value);
  }

  /** The children, with {@code $} resolved to the matched index. */
  private static Map<String, UpdateNode> children(UpdateNode node, FieldLocation place) {
    UpdateNode positional = node.children().get(UpdatePath.POSITIONAL);
    if (positional == null) {
      return node.children();
    }
    if (place.call().match() == null || !place.call().match().hasElement()) {
      throw new MongoException(
          BAD_VALUE, "The positional operator did not find the match needed from the query.");
    }
    String position = Integer.toString(place.call().match().element());
    UpdateNode named = UpdateNode.root();
    named.children().putAll(node.children());
    named.children().remove(UpdatePath.POSITIONAL);
    named
        .children()
        .merge(position, positional, (a, b) -> UpdateNode.merge(a, b, place.at(position)));
    return named.children();
  }

  /** {@code $[]} and {@code $[id]}. */
  private BsonValue inEachElement(UpdateNode node, BsonValue value, FieldLocation place) {
    if (value == null) {
      throw noArray(place.path());
    }
    if (!value.isArray()) {
      throw new MongoException(
          BAD_VALUE,
          "Cannot apply array updates to non-array element " + BsonText.field(place.name(), value));
    }
    List<BsonValue> elements = value.asArray();
    BsonArray result = null;
    for (int i = 0; i < elements.size(); i++) {
      BsonValue before = elements.get(i);
      FieldLocation here = place.at(Integer.toString(i));
      UpdateNode selected = selected(node, before, here);
      BsonValue after = selected == null ? before : at(selected, before, here);
      if (after != before) {
        if (result == null) {
          result = new BsonArray(elements);
        }
        result.set(i, after == null ? BsonNull.VALUE : after);
      }
    }
    return result == null ? value : result;
  }

  private static MongoException noArray(String path) {
    return new MongoException(
        BAD_VALUE,
        "The path '%s' must exist in the document in order to apply array updates."
            .formatted(path));
  }

  private UpdateNode selected(UpdateNode node, BsonValue element, FieldLocation place) {
    UpdateNode selected = null;
    for (Map.Entry<String, UpdateNode> each : node.children().entrySet()) {
      String identifier = UpdatePath.identifier(each.getKey());
      if (identifier.isEmpty() || filters.matches(identifier, element, place.call())) {
        selected =
            selected == null ? each.getValue() : UpdateNode.merge(selected, each.getValue(), place);
      }
    }
    return selected;
  }

  private static void checkNothingToCreate(UpdateNode node, BsonValue value, FieldLocation place) {
    for (Map.Entry<String, UpdateNode> each : children(node, place).entrySet()) {
      checkNothingToCreate(each.getKey(), each.getValue(), value, place);
    }
  }

  /** Rejects creating a field below a value that can't contain it. */
  private static void checkNothingToCreate(
      String name, UpdateNode node, BsonValue value, FieldLocation place) {
    checkNothingToCreate(name, name, node, value, place);
  }

  /**
   * @param rest the whole path below the value
   */
  private static void checkNothingToCreate(
      String name, String rest, UpdateNode node, BsonValue value, FieldLocation place) {
    if (node.ofArrays()) {
      throw noArray(place.path() + "." + rest);
    }
    if (node.modifier() == null) {
      node.children()
          .forEach(
              (inner, child) ->
                  checkNothingToCreate(name, rest + "." + inner, child, value, place));
    } else if (node.modifier().needsViablePath()) {
      throw notViable(name, place.path() + "." + rest, place.name(), value);
    } else if (node.modifier().createsPath()
        && node.modifier().modify(null, place.at(name)) != null) {
      throw new MongoException(
          PATH_NOT_VIABLE,
          "Cannot create field '%s' in element {%s}"
              .formatted(name, BsonText.field(place.name(), value)));
    }
  }

  /**
   * The error for a path that leads through a value without fields.
   *
   * @param part the name that is not in the value
   * @param field the name of the value
   */
  static MongoException notViable(String part, String path, String field, BsonValue value) {
    return new MongoException(
        PATH_NOT_VIABLE,
        "Cannot use the part (%s) of (%s) to traverse the element ({%s})"
            .formatted(part, path, BsonText.field(field, value)));
  }
}
