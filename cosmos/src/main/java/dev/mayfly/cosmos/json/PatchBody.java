package dev.mayfly.cosmos.json;

import static dev.mayfly.cosmos.http.CosmosException.badRequest;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A partial update: up to ten operations, done all or not at all, perhaps on a condition. */
public final class PatchBody {
  public static final int OPERATIONS_MAX = 10;

  private final List<PatchOperation> operations;
  private final String condition;

  private PatchBody(List<PatchOperation> operations, String condition) {
    this.operations = List.copyOf(operations);
    this.condition = condition;
  }

  /**
   * Reads {@code {"operations":[…],"condition":"…"}} or a bare array of operations.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it is neither
   */
  public static PatchBody parse(byte[] json) {
    return of(Json.parseValue(json));
  }

  /**
   * Reads a body that is part of a larger request.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it is not a patch
   */
  public static PatchBody of(BsonValue body) {
    BsonArray list;
    String condition = null;
    if (body.isArray()) {
      list = body.asArray();
    } else if (body.isDocument() && body.asDocument().get("operations") instanceof BsonArray in) {
      list = in;
      condition = condition(body.asDocument());
    } else {
      throw badRequest("A patch must be an array of operations, or have one as 'operations'.");
    }
    if (list.isEmpty() || list.size() > OPERATIONS_MAX) {
      throw badRequest(
          "A patch must have 1 to " + OPERATIONS_MAX + " operations, not " + list.size() + ".");
    }
    List<PatchOperation> operations = new ArrayList<>(list.size());
    for (BsonValue operation : list) {
      operations.add(PatchOperation.parse(operations.size() + 1, operation));
    }
    return new PatchBody(operations, condition);
  }

  private static String condition(BsonDocument body) {
    BsonValue condition = body.get("condition");
    if (condition == null || condition.isNull()) {
      return null;
    }
    if (!condition.isString()) {
      throw badRequest(
          "The condition of a patch must be a string, such as 'from c where c.a = 1'.");
    }
    return condition.asString().getValue();
  }

  public int operations() {
    return operations.size();
  }

  /** The query that the item must satisfy, as it was sent, or null. */
  public String condition() {
    return condition;
  }

  /** Every path that an operation writes to or takes away, as it was sent. */
  public List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (PatchOperation operation : operations) {
      paths.add(operation.path().text());
      if (operation.from() != null) {
        paths.add(operation.from().text());
      }
    }
    return paths;
  }

  /**
   * Does the operations one after the other.
   *
   * @return the changed item; the one that was given stays as it is
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if one of them cannot be done
   */
  public byte[] apply(byte[] bson) {
    BsonDocument document = BsonBytes.decode(bson);
    for (PatchOperation operation : operations) {
      new PatchStep(document, operation).run();
    }
    return BsonBytes.encode(document);
  }
}
