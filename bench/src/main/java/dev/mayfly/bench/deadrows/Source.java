package dev.mayfly.bench.deadrows;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.DateTtl;
import java.util.Locale;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** The TTL source by which items expire. */
enum Source {
  DEFAULT {
    @Override
    ContainerDefinition.Builder define(ContainerDefinition.Builder definition) {
      return definition.defaultTtl(DEAD_SECONDS);
    }

    @Override
    void expire(BsonDocument body, long nowSecond, boolean dies) {
      if (!dies) {
        body.append("ttl", new BsonInt32(LIVING_SECONDS));
      }
    }
  },
  OWN {
    @Override
    ContainerDefinition.Builder define(ContainerDefinition.Builder definition) {
      return definition.defaultTtl(-1);
    }

    @Override
    void expire(BsonDocument body, long nowSecond, boolean dies) {
      body.append("ttl", new BsonInt32(dies ? DEAD_SECONDS : LIVING_SECONDS));
    }
  },
  DATE {
    @Override
    ContainerDefinition.Builder define(ContainerDefinition.Builder definition) {
      return definition.dateTtls(new DateTtl("by_at", "at", 0));
    }

    @Override
    void expire(BsonDocument body, long nowSecond, boolean dies) {
      long second = nowSecond + (dies ? DEAD_SECONDS : LIVING_SECONDS);
      body.append("at", new BsonDateTime(second * 1000));
    }
  };

  static final int DEAD_SECONDS = 1000;
  static final int LIVING_SECONDS = 1_000_000;

  /** Makes a container that has this source. */
  abstract ContainerDefinition.Builder define(ContainerDefinition.Builder definition);

  /** Makes an item expire soon or late. */
  abstract void expire(BsonDocument body, long nowSecond, boolean dies);

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
