package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.suite.Bodies;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever comes in is either taken whole or refused with an error of its own kind. */
class BadInputTest extends EachStorageTest {
  private static final int FUZZED = 4000;
  private static final ItemKey KEY = ItemKey.of("p", "a");

  private Container container;

  @BeforeEach
  final void makeContainer() {
    container =
        engine.createContainer(
            DATABASE,
            ContainerDefinition.named("c")
                .partitionKey("/pk")
                .defaultTtl(100)
                .uniqueKeys(UniqueKey.of("/u/v"))
                .dateTtls(new DateTtl("at", "at", 5))
                .build());
  }

  private static ErrorCode code(Runnable action) {
    try {
      action.run();
      return null;
    } catch (EngineException e) {
      assertThat(e.getMessage()).isNotBlank();
      return e.code();
    }
  }

  @Test
  void bodiesOfAnyBytesAreTakenOrRefused() {
    long seed = Seeds.seed(getClass());
    Random random = new Random(seed);
    byte[] sound =
        Bodies.of(
            "a",
            "ttl",
            20,
            "u",
            new BsonDocument("v", new BsonInt32(1)),
            "at",
            Bodies.date(START + 50),
            "text",
            "abcdefgh",
            "b",
            new BsonBinary(new byte[20]));
    int taken = 0;
    for (int i = 0; i < FUZZED; i++) {
      byte[] body = fuzzed(random, sound);
      try {
        assertThat(container.upsert(KEY, body).item().body()).isEqualTo(body);
        taken++;
        Item found = container.read(KEY);
        // A date that was fuzzed into the past makes an item that is born dead.
        assertThat(found == null ? body : found.body()).isEqualTo(body);
      } catch (EngineException e) {
        assertThat(e.code())
            .as("seed %d, %s", seed, e)
            .isIn(
                ErrorCode.MALFORMED_BODY,
                ErrorCode.WRONG_PARTITION_KEY,
                ErrorCode.BAD_TTL,
                ErrorCode.BAD_REQUEST,
                ErrorCode.TOO_LARGE);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", body " + Arrays.toString(body), e);
      }
    }
    assertThat(taken).as("seed " + seed).isBetween(1, FUZZED - 1);
  }

  private static byte[] fuzzed(Random random, byte[] sound) {
    byte[] body = sound.clone();
    switch (random.nextInt(4)) {
      case 0 -> body = Arrays.copyOf(body, random.nextInt(body.length));
      case 1 -> {
        body = new byte[random.nextInt(60)];
        random.nextBytes(body);
      }
      case 2 -> {
        body = Arrays.copyOf(body, random.nextInt(body.length));
        if (body.length >= 4) {
          // A length that agrees, so that what is inside is looked at.
          body[0] = (byte) body.length;
          body[1] = 0;
          body[body.length - 1] = 0;
        }
      }
      default -> {
        int flips = 1 + random.nextInt(3);
        for (int i = 0; i < flips; i++) {
          body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    return body;
  }

  @Test
  void largeBodiesAreTakenUpToTheLimitAndRefusedBeyond() {
    assertThat(code(() -> container.upsert(KEY, ofSize(16 << 20)))).isNull();
    assertThat(container.read(KEY).body()).hasSize(16 << 20);
    assertThat(code(() -> container.upsert(KEY, ofSize((16 << 20) + 1))))
        .isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(container.read(KEY).body()).hasSize(16 << 20);
  }

  private static byte[] ofSize(int bytes) {
    int overhead = Bodies.of("a", "x", new BsonBinary(new byte[0])).length;
    return Bodies.of("a", "x", new BsonBinary(new byte[bytes - overhead]));
  }

  @Test
  void bodiesThatNestTooDeeplyAreRefused() {
    BsonDocument deep = new BsonDocument();
    for (int i = 0; i < 300; i++) {
      deep = new BsonDocument("x", deep);
    }
    byte[] body = Bodies.of("a", "x", deep);
    assertThat(code(() -> container.upsert(KEY, body))).isEqualTo(ErrorCode.MALFORMED_BODY);
  }

  @Test
  void ttlsOutsideTheirDomainAreRefusedAndNothingChanges() {
    container.create(KEY, Bodies.of("a", "ttl", 50));
    Object[] refused = {
      0,
      -2,
      Integer.MIN_VALUE,
      2147483648L,
      -5L,
      1.5,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      "10",
      true,
      null,
      new BsonDocument()
    };
    for (Object ttl : refused) {
      byte[] body = Bodies.of("a", "ttl", ttl);
      assertThat(code(() -> container.upsert(KEY, body))).as("" + ttl).isEqualTo(ErrorCode.BAD_TTL);
      assertThat(code(() -> container.create(ItemKey.of("p", "b"), body)))
          .as("" + ttl)
          .isEqualTo(ErrorCode.BAD_TTL);
      assertThat(code(() -> container.batch(List.of(WriteRequest.upsert(KEY, body)))))
          .as("" + ttl)
          .isEqualTo(ErrorCode.BAD_TTL);
    }
    for (int defaultTtl : new int[] {0, -2, Integer.MIN_VALUE}) {
      ContainerDefinition.Builder next = container.definition().toBuilder();
      assertThat(code(() -> next.defaultTtl(defaultTtl).build())).isEqualTo(ErrorCode.BAD_TTL);
    }
    assertThat(code(() -> new DateTtl("x", "x", -1))).isEqualTo(ErrorCode.BAD_TTL);
    assertThat(code(() -> new DateTtl("x", "x", 1L << 31))).isEqualTo(ErrorCode.BAD_TTL);
    assertThat(container.read(KEY).remainingSeconds()).isEqualTo(50);
    assertThat(container.live().items()).isEqualTo(1);
  }

  @Test
  void unknownNamesAndIdsAreDistinguished() {
    assertThat(container.read(ItemKey.of("p", "nobody"))).isNull();
    ItemKey nobody = ItemKey.of("p", "nobody");
    assertThat(code(() -> container.delete(nobody))).isEqualTo(ErrorCode.ITEM_NOT_FOUND);
    assertThat(code(() -> container.replace(nobody, Bodies.of("nobody"))))
        .isEqualTo(ErrorCode.ITEM_NOT_FOUND);
    assertThat(code(() -> container.write(WriteRequest.patch(nobody, body -> body))))
        .isEqualTo(ErrorCode.ITEM_NOT_FOUND);
    assertThat(code(() -> engine.container(DATABASE, "no")))
        .isEqualTo(ErrorCode.CONTAINER_NOT_FOUND);
    assertThat(code(() -> engine.container("no", "c"))).isEqualTo(ErrorCode.DATABASE_NOT_FOUND);
    assertThat(code(() -> engine.deleteContainer(DATABASE, "no")))
        .isEqualTo(ErrorCode.CONTAINER_NOT_FOUND);
    assertThat(code(() -> engine.deleteDatabase("no"))).isEqualTo(ErrorCode.DATABASE_NOT_FOUND);
    engine.deleteContainer(DATABASE, "c");
    assertThat(code(() -> container.read(KEY))).isEqualTo(ErrorCode.CONTAINER_NOT_FOUND);
    assertThat(code(() -> container.upsert(KEY, Bodies.of("a"))))
        .isEqualTo(ErrorCode.CONTAINER_NOT_FOUND);
  }

  @Test
  void partitionKeysThatDoNotFitAreRefused() {
    ItemKey other = ItemKey.of("q", "a");
    assertThat(code(() -> container.upsert(other, Bodies.of("a"))))
        .isEqualTo(ErrorCode.WRONG_PARTITION_KEY);
    ItemKey two = new ItemKey(PartitionKey.of("p", "q"), ItemId.of("a"));
    assertThat(code(() -> container.read(two))).isEqualTo(ErrorCode.WRONG_PARTITION_KEY);
    assertThat(code(() -> container.upsert(two, Bodies.of("a"))))
        .isEqualTo(ErrorCode.WRONG_PARTITION_KEY);
    assertThat(code(() -> container.read(ItemKey.of("a"))))
        .isEqualTo(ErrorCode.WRONG_PARTITION_KEY);
    WriteRequest here = WriteRequest.upsert(KEY, Bodies.of("a"));
    WriteRequest there = WriteRequest.upsert(other, Bodies.plain("id", "a", "pk", "q"));
    assertThat(code(() -> container.batch(List.of(here, there))))
        .isEqualTo(ErrorCode.WRONG_PARTITION_KEY);
    assertThat(container.read(KEY)).isNull();
    assertThat(code(() -> ItemId.of("x".repeat(5000)))).isEqualTo(ErrorCode.TOO_LARGE);
    byte[] document = Bodies.plain("pk", new BsonDocument("a", new BsonString("b")));
    assertThat(code(() -> container.upsert(KEY, document)))
        .isEqualTo(ErrorCode.WRONG_PARTITION_KEY);
  }
}
