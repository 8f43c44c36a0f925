package dev.mayfly.cosmos.json;

import static dev.mayfly.cosmos.http.CosmosException.badRequest;

import dev.mayfly.cosmos.http.CosmosException;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/**
 * One step of a patch.
 *
 * @param number its place in the request, from 1, for messages
 * @param from only for a move
 * @param value null for a move and a removal
 * @param valueDepth how deep the value nests
 */
record PatchOperation(
    int number, Kind kind, PatchPath path, PatchPath from, BsonValue value, int valueDepth) {
  enum Kind {
    ADD("Add"),
    SET("Set"),
    REPLACE("Replace"),
    REMOVE("Remove"),
    INCREMENT("Increment"),
    MOVE("Move");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    private static Kind parse(int number, String name) {
      return switch (name) {
        case "add" -> ADD;
        case "set" -> SET;
        case "replace" -> REPLACE;
        case "remove" -> REMOVE;
        case "incr", "increment" -> INCREMENT;
        case "move" -> MOVE;
        default ->
            throw badRequest(
                "For Operation("
                    + number
                    + "): '"
                    + name
                    + "' is not an operation. Use add, set, replace, remove, incr or move.");
      };
    }
  }

  static PatchOperation parse(int number, BsonValue json) {
    if (!json.isDocument()) {
      throw badRequest("For Operation(" + number + "): it must be an object.");
    }
    BsonDocument document = json.asDocument();
    Kind kind = Kind.parse(number, text(number, document, "op"));
    PatchPath path = PatchPath.parse(text(number, document, "path"));
    if (kind == Kind.REMOVE) {
      return new PatchOperation(number, kind, path, null, null, 0);
    }
    if (kind == Kind.MOVE) {
      PatchPath from = PatchPath.parse(text(number, document, "from"));
      if (from.contains(path) && !from.names().equals(path.names())) {
        throw badRequest("For Operation(" + number + "): a value cannot move into itself.");
      }
      return new PatchOperation(number, kind, path, from, null, 0);
    }
    BsonValue value = document.get("value");
    if (value == null) {
      throw badRequest("For Operation(" + number + "): the property 'value' is missing.");
    }
    if (kind == Kind.INCREMENT && !(value instanceof BsonNumber)) {
      throw badRequest("For Operation(" + number + "): the value of incr must be a number.");
    }
    return new PatchOperation(number, kind, path, null, value, depth(value));
  }

  /** A refusal of this operation. */
  CosmosException refuse(String why) {
    return badRequest("For Operation(" + number + "): " + kind.title + " Operation " + why + ".");
  }

  static int depth(BsonValue value) {
    Iterable<BsonValue> children;
    if (value.isDocument()) {
      children = value.asDocument().values();
    } else if (value.isArray()) {
      children = value.asArray();
    } else {
      return 0;
    }
    int deepest = 0;
    for (BsonValue child : children) {
      deepest = Math.max(deepest, depth(child));
    }
    return deepest + 1;
  }

  private static String text(int number, BsonDocument document, String name) {
    BsonValue value = document.get(name);
    if (value == null || !value.isString()) {
      throw badRequest(
          "For Operation(" + number + "): the property '" + name + "' must be a string.");
    }
    return value.asString().getValue();
  }
}
