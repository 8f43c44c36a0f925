package dev.mayfly.server.expiry;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.OwnContainer;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import java.net.URI;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * The webhooks, as items of a container of the product's own, which is made with the first of them.
 * So they are in backups, and a place that was reached is as durable as data.
 */
final class WebhookStore {
  /** How many there may be. */
  static final int WEBHOOKS_MAX = 32;

  private static final String PARTITION = "all";

  private final OwnContainer own;

  WebhookStore(Engine engine) {
    this.own = new OwnContainer(engine, "/server", "webhooks", "/partition");
  }

  List<Webhook> all() {
    Container container = own.find();
    if (container == null) {
      return List.of();
    }
    ReadLimits limits = new ReadLimits(2 * WEBHOOKS_MAX, 1 << 20, 100_000);
    return container.scan(EpkRange.FULL, null, limits).entries().stream()
        .map(WebhookStore::webhook)
        .toList();
  }

  void put(Webhook webhook) {
    BsonDocument body =
        new BsonDocument("id", new BsonString(id(webhook.container())))
            .append("partition", new BsonString(PARTITION))
            .append("container", new BsonInt32(webhook.container()))
            .append("address", new BsonString(webhook.address().toString()))
            .append("secret", new BsonString(webhook.secret()))
            .append("position", new BsonBinary(webhook.position()));
    RawBsonDocument raw = new RawBsonDocument(body, new BsonDocumentCodec());
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    own.made().write(WriteRequest.upsert(key(webhook.container()), bytes));
  }

  void remove(int number) {
    Container container = own.find();
    if (container != null && container.read(key(number)) != null) {
      container.delete(key(number));
    }
  }

  private static Webhook webhook(Item item) {
    BsonDocument kept = new RawBsonDocument(item.body());
    return new Webhook(
        kept.getInt32("container").getValue(),
        URI.create(kept.getString("address").getValue()),
        kept.getString("secret").getValue(),
        kept.getBinary("position").getData());
  }

  private static String id(int number) {
    return Integer.toString(number);
  }

  private static ItemKey key(int number) {
    return ItemKey.of(PARTITION, id(number));
  }
}
