package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Numbers;
import org.bson.BsonValue;

/** {@code $rank}, {@code $denseRank} and {@code $documentNumber}. */
final class Ranks {
  private Ranks() {}

  static BsonValue[] documentNumber(Partition partition) {
    BsonValue[] numbers = new BsonValue[partition.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Numbers.integer(i + 1L);
    }
    return numbers;
  }

  static BsonValue[] rank(Partition partition) {
    return ranks(partition, false);
  }

  static BsonValue[] denseRank(Partition partition) {
    return ranks(partition, true);
  }

  private static BsonValue[] ranks(Partition partition, boolean isDense) {
    BsonValue[] ranks = new BsonValue[partition.size()];
    long rank = 1;
    for (int i = 0; i < ranks.length; i++) {
      boolean isEqual =
          i > 0 && partition.sortBy().compare(partition.key(i - 1), partition.key(i)) == 0;
      if (i > 0 && !isEqual) {
        rank = isDense ? rank + 1 : i + 1;
      }
      ranks[i] = Numbers.integer(rank);
    }
    return ranks;
  }
}
