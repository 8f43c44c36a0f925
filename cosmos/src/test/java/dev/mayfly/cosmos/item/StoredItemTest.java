package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.item.Item;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class StoredItemTest extends ItemFixture {
  @Test
  void addsTheServersPropertiesToValidBson() {
    Container container = container(null);
    Item item = put(container, "a", "n", 5).item();
    byte[] document = StoredItem.of(container).document(item);
    RawBson.validate(document, 1 << 20, 10);
    BsonDocument decoded = BsonBytes.decode(document);
    assertThat(decoded).containsAllEntriesOf(BsonBytes.decode(item.body()));
    assertThat(decoded.getInt32("_ts").getValue()).isEqualTo((int) START);
    assertThat(decoded.getString("_attachments").getValue()).isEqualTo("attachments/");
    BsonDocument changed = BsonBytes.decode(StoredItem.of(container).changed(item));
    assertThat(changed.getInt64("_lsn").getValue()).isEqualTo(item.lsn());
    changed.remove("_lsn");
    assertThat(changed).isEqualTo(decoded);
  }

  @Test
  void knowsTimesBeyondThirtyTwoBits() {
    Container container = container(null);
    clock.advance(4_000_000_000L);
    Item item = put(container, "a").item();
    byte[] document = StoredItem.of(container).document(item);
    RawBson.validate(document, 1 << 20, 10);
    assertThat(BsonBytes.decode(document).getInt64("_ts").getValue())
        .isEqualTo(START + 4_000_000_000L);
  }

  @Test
  void writesTheSameJsonEitherWay() {
    Container container = container(null);
    Item item = put(container, "a", "n", 5).item();
    StoredItem form = StoredItem.of(container);
    byte[] later = form.json(ItemOperation.json(item.body()), item);
    assertThat(new String(later, StandardCharsets.UTF_8))
        .isEqualTo(new String(ItemOperation.json(form.document(item)), StandardCharsets.UTF_8));
  }
}
