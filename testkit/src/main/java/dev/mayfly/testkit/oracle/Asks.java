package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** Random requests. */
final class Asks {
  private final World world;

  Asks(World world) {
    this.world = world;
  }

  Ask any(Subject subject, List<ItemKey> keys) {
    Ask.Kind kind =
        switch (world.random.nextInt(20)) {
          case 0, 1, 2, 3 -> Ask.Kind.CREATE;
          case 4, 5, 6, 7, 8, 9 -> Ask.Kind.UPSERT;
          case 10, 11 -> Ask.Kind.REPLACE;
          case 12, 13, 14 -> Ask.Kind.PATCH;
          case 15, 16 -> Ask.Kind.DELETE;
          case 17 -> Ask.Kind.READ;
          default -> Ask.Kind.IMPORT;
        };
    return of(kind, subject, world.any(keys));
  }

  Ask of(Ask.Kind kind, Subject subject, ItemKey key) {
    Random random = world.random;
    BsonDocument body = null;
    UnaryOperator<BsonDocument> change = null;
    if (kind == Ask.Kind.PATCH) {
      long seed = random.nextLong();
      long now = world.now();
      change = before -> Bodies.dress(before, subject.shape, new Random(seed), now);
    } else if (kind != Ask.Kind.DELETE && kind != Ask.Kind.READ) {
      body = Bodies.dress(subject.shape.body(key), subject.shape, random, world.now());
    }
    boolean conditional =
        kind != Ask.Kind.CREATE && kind != Ask.Kind.READ && kind != Ask.Kind.IMPORT;
    Etag ifMatch = conditional && world.oneIn(4) ? someEtag(subject, key) : null;
    TtlReading reading =
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> TtlReading.LENIENT;
          case 3 -> TtlReading.IGNORED;
          default -> TtlReading.STRICT;
        };
    return new Ask(kind, key, body, change, ifMatch, reading, world.now() - keptSeconds());
  }

  /** How old an import is: a little, hardly ever in the future. */
  private long keptSeconds() {
    return world.oneIn(20) ? -1 - world.random.nextInt(5) : world.random.nextInt(15);
  }

  private Etag someEtag(Subject subject, ItemKey key) {
    List<Etag> known = subject.etags.getOrDefault(key, List.of());
    if (known.isEmpty()) {
      return null;
    }
    return world.oneIn(3) ? world.any(known) : known.get(known.size() - 1);
  }
}
