package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $rename}: a modifier of the new path that reads the old one. */
record Rename(UpdatePath source, UpdatePath target) implements Modifier {
  private static final String SOURCE = "source";

  static Rename parse(String from, BsonValue to) {
    String shown = BsonText.field(from, to);
    if (!to.isString()) {
      throw new MongoException(BAD_VALUE, "The 'to' field for $rename must be a string: " + shown);
    }
    if (to.asString().getValue().indexOf('\0') >= 0) {
      throw new MongoException(
          BAD_VALUE, "The 'to' field for $rename cannot contain an embedded null byte");
    }
    UpdatePath source = UpdatePath.parse(from);
    UpdatePath target = UpdatePath.parse(to.asString().getValue());
    if (from.equals(target.dotted())) {
      throw new MongoException(
          BAD_VALUE, "The source and target field for $rename must differ: " + shown);
    }
    if (source.isPrefixOf(target) || target.isPrefixOf(source)) {
      throw new MongoException(
          BAD_VALUE,
          "The source and target field for $rename must not be on the same path: " + shown);
    }
    if (source.isDynamic()) {
      throw new MongoException(
          BAD_VALUE, "The source field for $rename may not be dynamic: " + from);
    }
    if (target.isDynamic()) {
      throw new MongoException(
          BAD_VALUE, "The destination field for $rename may not be dynamic: " + target.dotted());
    }
    return new Rename(source, target);
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    BsonValue moved = find(source, SOURCE, place);
    if (moved == null) {
      return value;
    }
    find(target, "destination", place);
    NestingDepth.check(target.length() + NestingDepth.of(moved));
    return moved.equals(value) ? value : moved;
  }

  /** The value at a path, which must not traverse an array. */
  private static BsonValue find(UpdatePath path, String role, FieldLocation place) {
    BsonValue value = place.call().before();
    for (int i = 0; i < path.length() && value != null; i++) {
      if (value.isArray()) {
        throw new MongoException(
            BAD_VALUE,
            ("The %s field cannot be an array element, '%s' in doc with %s has an array "
                    + "field called '%s'")
                .formatted(role, path.dotted(), place.id(), path.part(i - 1)));
      }
      if (!value.isDocument() && role.equals(SOURCE)) {
        throw UpdateTree.notViable(path.part(i), path.dotted(), path.part(i - 1), value);
      }
      value = value.isDocument() ? value.asDocument().get(path.part(i)) : null;
    }
    return value;
  }

  BsonDocument removeSource(BsonDocument document) {
    return remove(document, 0);
  }

  private BsonDocument remove(BsonDocument document, int at) {
    BsonValue value = document.get(source.part(at));
    if (value == null) {
      return document;
    }
    BsonDocument result = FieldLocation.copy(document);
    if (at == source.length() - 1) {
      result.remove(source.part(at));
      return result;
    }
    if (!value.isDocument()) {
      return document;
    }
    BsonDocument inner = remove(value.asDocument(), at + 1);
    result.put(source.part(at), inner);
    return inner == value ? document : result;
  }
}
