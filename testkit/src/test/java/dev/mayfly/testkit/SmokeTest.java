package dev.mayfly.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.*;
import dev.mayfly.engine.catalog.*;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.*;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.storage.MemoryStorage;
import org.bson.*;
import org.bson.codecs.*;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;

class SmokeTest {
  static byte[] bson(String json) {
    BasicOutputBuffer out = new BasicOutputBuffer();
    new BsonDocumentCodec().encode(new BsonBinaryWriter(out), BsonDocument.parse(json), EncoderContext.builder().build());
    return out.toByteArray();
  }

  @Test
  void smoke() {
    MovableClock clock = MovableClock.frozenAt(1000);
    MemoryStorage storage = new MemoryStorage();
    Engine e = Engine.open(storage, clock, EngineOptions.DEFAULT.withoutBackground());
    e.createDatabase("d");
    Container c = e.createContainer("d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(10).build());
    for (int i = 0; i < 10; i++) c.create(ItemKey.of("a", "i" + i), bson("{id:'i" + i + "',pk:'a'" + (i % 2 == 0 ? ",ttl:5" : "") + "}"));
    assertThat(c.live().items()).isEqualTo(10);
    clock.advance(5);
    assertThat(c.live().items()).isEqualTo(5);
    assertThat(c.backlog().items()).isEqualTo(5);
    assertThat(c.read(ItemKey.of("a", "i0"))).isNull();
    assertThat(c.read(ItemKey.of("a", "i1")).remainingSeconds()).isEqualTo(5);
    assertThat(c.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries()).hasSize(5);
    assertThat(c.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT).entries()).hasSize(5);
    assertThat(c.purgeNow(100)).isEqualTo(5);
    assertThat(c.backlog().items()).isZero();
    clock.advance(5);
    e.replaceContainer("d", c.definition().toBuilder().defaultTtl(100).build());
    assertThat(c.live().items()).isZero();
    assertThat(c.purgeNow(3)).isEqualTo(3);
    e.background().catchUp();
    e.close();
    storage = storage.reopen();
    e = Engine.open(storage, clock, EngineOptions.DEFAULT.withoutBackground());
    c = e.container("d", "c");
    assertThat(c.live().items()).isZero();
    assertThat(c.backlog().items()).isEqualTo(2);
    assertThat(c.purgeNow(100)).isEqualTo(2);
    assertThat(c.state().policy().defaultSource().marks().isEmpty()).isTrue();
    e.close();
  }
}
