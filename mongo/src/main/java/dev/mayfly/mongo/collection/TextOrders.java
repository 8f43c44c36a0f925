package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** How texts compare by the collation that a client asks for. */
public final class TextOrders {
  private TextOrders() {}

  public static BsonOrder of(BsonDocument collation) {
    if (new BsonString("simple").equals(collation.get("locale"))) {
      return BsonOrder.SIMPLE;
    }
    throw new MongoException(
        ErrorCodes.COMMAND_NOT_SUPPORTED, "Only the collation {locale: 'simple'} is known");
  }
}
