package dev.mayfly.bench.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class QueryItemsTest {
  private static final int COUNT = 10_000;

  private final QueryItems items = new QueryItems(COUNT);

  @Test
  void anItemHasOneKilobyte() {
    for (int number : new int[] {0, 7, 1_234, 9_999}) {
      assertThat(items.json(number)).hasSize(1024);
    }
  }

  @Test
  void everyQuestionHasAsManyResultsAsItSays() {
    assertThat(spread(item -> item.getString("customer").getValue()))
        .hasSize(COUNT / QueryItems.PER_CUSTOMER)
        .allSatisfy((customer, count) -> assertThat(count).isEqualTo(QueryItems.PER_CUSTOMER));
    assertThat(spread(item -> item.getString("city").getValue())).hasSize(QueryItems.CITIES);
    assertThat(spread(item -> item.getInt32("amount").toString())).hasSize(COUNT);
    assertThat(spread(item -> item.getInt32("weight").toString()))
        .hasSize(QueryItems.WEIGHTS)
        .allSatisfy((weight, count) -> assertThat(count).isEqualTo(COUNT / QueryItems.WEIGHTS));
  }

  @Test
  void asksForValuesThatItemsHave() {
    Map<String, Integer> customers = spread(item -> item.getString("customer").getValue());
    for (int number = 0; number < COUNT; number++) {
      assertThat(customers).containsKey((String) Question.EQUALITY.values(items, number)[0]);
      assertThat((int) Question.RANGE.values(items, number)[0]).isBetween(0, COUNT - 10);
    }
  }

  private Map<String, Integer> spread(Function<BsonDocument, String> value) {
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < COUNT; i++) {
      counts.merge(value.apply(BsonDocument.parse(items.json(i))), 1, Integer::sum);
    }
    return counts;
  }
}
