package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $rename}: stands at the new path and takes the value from the old one. */
final class Rename implements Modifier {
  private final UpdatePath source;
  private final UpdatePath target;

  private Rename(UpdatePath source, UpdatePath target) {
    this.source = source;
    this.target = target;
  }

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

  UpdatePath source() {
    return source;
  }

  UpdatePath target() {
    return target;
  }

  @Override
  public BsonValue modify(BsonValue value, Place place) {
    BsonValue moved = find(source, "source", place);
    if (moved == null) {
      return value;
    }
    find(target, "destination", place);
    Depth.check(target.length() + Depth.of(moved));
    return moved.equals(value) ? value : moved;
  }

  /** The value at a path, which must not lead through an array. */
  private static BsonValue find(UpdatePath path, String role, Place place) {
    BsonValue value = place.call().before();
    for (int i = 0; i < path.length() && value != null; i++) {
      if (value.isArray()) {
        throw new MongoException(
            BAD_VALUE,
            "The "
                + role
                + " field cannot be an array element, '"
                + path.dotted()
                + "' in doc with "
                + place.id()
                + " has an array field called '"
                + path.part(i - 1)
                + "'");
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
    BsonDocument result = Place.copy(document);
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
