package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** A request as both sides get it. */
record Ask(
    Kind kind,
    ItemKey key,
    BsonDocument body,
    UnaryOperator<BsonDocument> change,
    Etag ifMatch,
    TtlReading reading,
    long keptSecond) {

  enum Kind {
    CREATE,
    UPSERT,
    REPLACE,
    PATCH,
    DELETE,
    READ,
    IMPORT
  }

  boolean writesBody() {
    return kind != Kind.DELETE && kind != Kind.READ;
  }

  /** The body that the item gets, given the one it has. */
  BsonDocument bodyAfter(BsonDocument before) {
    return kind == Kind.PATCH ? change.apply(before.clone()) : body;
  }

  WriteRequest request() {
    return switch (kind) {
      case CREATE -> new WriteRequest.Create(key, Bodies.encode(body), reading);
      case UPSERT -> new WriteRequest.Upsert(key, Bodies.encode(body), ifMatch, reading);
      case REPLACE -> new WriteRequest.Replace(key, Bodies.encode(body), ifMatch, reading);
      case PATCH ->
          new WriteRequest.Patch(
              key, bytes -> Bodies.encode(change.apply(Bodies.decode(bytes))), 1, ifMatch, reading);
      case DELETE -> new WriteRequest.Delete(key, ifMatch);
      case READ -> new WriteRequest.Read(key);
      case IMPORT -> new WriteRequest.Import(key, Bodies.encode(body), keptSecond, reading);
    };
  }

  @Override
  public String toString() {
    return kind
        + " "
        + key.partitionKey()
        + key.id()
        + (body == null ? "" : " " + body.toJson())
        + (reading == TtlReading.STRICT ? "" : " " + reading)
        + (ifMatch == null ? "" : " if " + ifMatch)
        + (kind == Kind.IMPORT ? " kept " + keptSecond : "");
  }
}
