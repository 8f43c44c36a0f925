package dev.mayfly.mongo.changestream;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.OperationLogFormat;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.TimeSeries;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What change streams need in the operation log: the changes of collections, but not of views and
 * time series.
 */
public final class CollectionLogFormat implements OperationLogFormat {
  private static final byte[] ID = {'_', 'i', 'd'};

  @Override
  public boolean includes(ContainerDefinition definition) {
    BsonDocument options = CollectionSpec.optionsOf(definition);
    return options != null
        && !options.containsKey("viewOn")
        && !options.containsKey(TimeSeries.OPTION);
  }

  @Override
  public boolean keepsImages(ContainerDefinition definition) {
    return hasImages(CollectionSpec.optionsOf(definition));
  }

  static boolean hasImages(BsonDocument options) {
    return options != null
        && options.get(CollectionSpec.IMAGES) instanceof BsonDocument images
        && BsonBoolean.TRUE.equals(images.get("enabled"));
  }

  @Override
  public byte[] key(byte[] body) {
    return BsonBytes.of(keyOf(body));
  }

  /** The document key: {@code _id}. */
  static BsonDocument keyOf(byte[] body) {
    RawValue id = RawBson.findRoot(body, ID);
    BsonValue value = id == null ? null : id.toBsonValue();
    return value == null ? new BsonDocument() : new BsonDocument("_id", value);
  }

  @Override
  public byte[] delta(byte[] before, byte[] after) {
    return UpdateDelta.of(before, after);
  }
}
