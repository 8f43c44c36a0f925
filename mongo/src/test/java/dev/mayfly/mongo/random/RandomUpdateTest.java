package dev.mayfly.mongo.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.random.NaiveUpdate.Refused;
import dev.mayfly.mongo.update.Update;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Updates and the naive evaluator agree on random documents, refusals included. */
class RandomUpdateTest {
  private static final int UPDATES = Rounds.of(5_000, 20_000);

  @Test
  void anUpdateMakesWhatTheNaiveOneMakes() {
    RandomDocuments documents = new RandomDocuments(Seeds.random(RandomUpdateTest.class));
    RandomUpdates updates = new RandomUpdates(documents);
    int made = 0;
    for (int i = 0; i < UPDATES; i++) {
      BsonDocument before = documents.next();
      BsonDocument update = updates.next();
      String shown = before.toJson();
      String expected = naive(update, before);
      boolean refused = expected.startsWith("refused");
      String exact = refused && fields(update) > 1 ? "refused" : expected;
      String plainly = real(update, before);
      String lazily = real(update, new LazyDocument(BsonBytes.of(before)));
      if (!plainly.startsWith(exact) || !lazily.equals(plainly)) {
        fail(update.toJson() + " on " + shown + ": " + plainly + lazily + ", not " + expected);
      }
      assertThat(before.toJson()).as("what was given stays").isEqualTo(shown);
      made += refused ? 0 : 1;
    }
    assertThat(made).as("both outcomes occur often").isBetween(UPDATES / 10, UPDATES * 9 / 10);
  }

  /** Of several fields that can't be changed, either may be reported. */
  private static int fields(BsonDocument update) {
    return update.values().stream().mapToInt(each -> each.asDocument().size()).sum();
  }

  private static String naive(BsonDocument update, BsonDocument before) {
    try {
      return NaiveUpdate.apply(update, before).toJson();
    } catch (Refused e) {
      return "refused with " + e.code();
    }
  }

  private static String real(BsonDocument update, BsonDocument before) {
    try {
      return Update.parse(update, List.of(), Expressions.PLAIN)
          .apply(before, Variables.at(0), null)
          .toJson();
    } catch (MongoException e) {
      return "refused with " + e.code();
    }
  }
}
