package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading by keys or from named partitions gives what a look at every item gives. */
class FastPathTest extends ContainerQueries {
  private static final String[] KEYS = {
    "\"a\"",
    "\"b\"",
    "\"\"",
    "1",
    "2.5",
    "true",
    "false",
    "null",
    "-0.0",
    "9007199254740993",
    "9007199254740992"
  };

  private static AccessPlan plan(PartitionKeyDefinition definition, String filter, Scope scope) {
    Parameters parameters =
        new Parameters(Map.of("@i", Value.of("1"), "@k", Value.of("a"), "@n", Value.of(5)));
    CompiledQuery query =
        QueryCompiler.compile(QueryParser.query("SELECT * FROM c WHERE " + filter), parameters);
    return ReadPlanner.plan(query, parameters, scope);
  }

  private static String describe(AccessPlan plan, Scope scope) {
    if (plan.reads() instanceof ReadPlan.Keys points) {
      return points.keys().size() + (plan.exact() ? " exact" : "") + " points";
    }
    List<EpkRange> ranges = ((ReadPlan.Partitions) plan.reads()).ranges();
    return ranges.equals(List.of(scope.range())) ? "all" : ranges.size() + " ranges";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "c.id = '1' AND c.pk = 'a' | 1 exact points",
        "c.id = @i AND c[\"pk\"] = @k | 1 exact points",
        "( (c.id = @i AND  c[\"pk\"] = @k ) OR (c.id = '2' AND c['pk'] = 5) ) | 2 exact points",
        "'1' = c.id AND c.pk IN ('a', 'b', 'a') | 2 exact points",
        "c.id = '1' AND c.pk = 'a' AND c.x > 1 | 1 points",
        "c.id = '1' AND c.pk = 9007199254740993 | 1 points",
        "c.id IN ('1', '2') AND c.pk = 'a' AND c.pk = 'a' | 2 exact points",
        "c.id = '1' AND c.pk = 'a' AND c.pk = 'b' | 0 exact points",
        "c.id = 1 AND c.pk = 'a' | 0 exact points",
        "c.id = undefined | 0 exact points",
        "c.pk = 'a' | 1 ranges",
        "c.pk = 'a' AND c.x = 1 | 1 ranges",
        "c.pk IN ('a', 'b', 'a') | 2 ranges",
        "c.pk = 'a' OR c.id = '1' AND c.pk = 'b' | 2 ranges",
        "c.id = '1' | all",
        "c.pk = 'a' OR c.x = 1 | all",
        "NOT c.pk = 'a' | all",
        "c.pk != 'a' | all",
        "c.pk = c.x | all",
        "c.pk > 'a' | all",
        "c.a.pk = 'a' | all",
        "c.pk = [1] | all",
      })
  void findsKeysInFilters(String filter, String expected) {
    Scope scope = Scope.all(PartitionKeyDefinition.hash("/pk"));
    assertThat(describe(plan(scope.definition(), filter, scope), scope)).isEqualTo(expected);
  }

  @Test
  void takesWhatTheRequestNames() {
    PartitionKeyDefinition definition = PartitionKeyDefinition.hash("/pk");
    PartitionKey key = PartitionKey.of("a");
    Scope scope = new Scope(definition, EpkRange.of(definition, key), key, 0);
    assertThat(describe(plan(definition, "c.id = '1'", scope), scope)).isEqualTo("1 exact points");
    assertThat(describe(plan(definition, "c.id = '1' AND c.pk = 'b'", scope), scope))
        .isEqualTo("0 exact points");
    assertThat(describe(plan(definition, "c.x = '1'", scope), scope)).isEqualTo("all");
    Scope elsewhere = new Scope(definition, EpkRange.parse("00", "00"), null, 0);
    assertThat(describe(plan(definition, "c.id = '1' AND c.pk = 'a'", elsewhere), elsewhere))
        .isEqualTo("0 exact points");
  }

  @Test
  void knowsTheIdAsPartitionKey() {
    Scope scope = Scope.all(PartitionKeyDefinition.hash("/id"));
    assertThat(describe(plan(scope.definition(), "c.id IN ('1', '2')", scope), scope))
        .isEqualTo("2 exact points");
  }

  @Test
  void findsItemsOfContainersWithoutPartitionKey() {
    Container container = create(named("none").partitionKey(PartitionKeyDefinition.NONE));
    put(container, "{\"id\":\"1\"}");
    put(container, "{\"id\":\"2\"}");
    assertThat(results(container, "SELECT VALUE c.id FROM c WHERE c.id = '1'", 5))
        .containsExactly("\"1\"");
    assertThat(results(container, "SELECT VALUE c.id FROM c WHERE c.id > '1'", 5))
        .containsExactly("\"2\"");
    assertThat(results(container, "SELECT VALUE c.id FROM c WHERE c.id = '1' OR c.x = 1", 5))
        .containsExactly("\"1\"");
  }

  @Test
  void knowsTheLevelsOfHierarchicalKeys() {
    Scope scope = Scope.all(PartitionKeyDefinition.multiHash("/t", "/u/v"));
    PartitionKeyDefinition definition = scope.definition();
    assertThat(describe(plan(definition, "c.t = 'a'", scope), scope)).isEqualTo("1 ranges");
    assertThat(describe(plan(definition, "c.u.v = 'a'", scope), scope)).isEqualTo("all");
    assertThat(describe(plan(definition, "c.t = 'a' AND c.u.v = 'b'", scope), scope))
        .isEqualTo("1 ranges");
    assertThat(describe(plan(definition, "c.t = 'a' OR c.t = 'a' AND c.u.v = 'b'", scope), scope))
        .as("one holds the other")
        .isEqualTo("1 ranges");
    assertThat(
            describe(plan(definition, "c.t = 'a' AND c['u'].v = 'b' AND c.id = '1'", scope), scope))
        .isEqualTo("1 exact points");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pk", "/id", "/o/k", "/pk,/o/k"})
  void findsWhatALookAtEveryItemFinds(String paths) {
    long seed = Seeds.seed(FastPathTest.class);
    Random random = new Random(seed);
    Container container = create(named("c").partitionKey(paths.split(",")));
    for (int i = 0; i < 120; i++) {
      put(container, randomItem(random));
    }
    for (int i = 0; i < 250; i++) {
      String filter = filter(random, 3);
      Scope scope = scope(random, container.definition().partitionKey());
      long pageItems = 1 + random.nextInt(5);
      Pages pages =
          new Pages(
              container,
              "SELECT * FROM c WHERE " + filter,
              Parameters.NONE,
              scope,
              PageLimits.items(pageItems, AnswerTime.HTTP));
      assertThat(rids(pages.all()))
          .as("seed %d, %s, %s in %s", seed, paths, filter, scope)
          .isEqualTo(idsByLooking(container, filter, scope));
    }
  }

  private static String randomItem(Random random) {
    String pk = random.nextInt(4) == 0 ? "" : ",\"pk\":" + KEYS[random.nextInt(KEYS.length)];
    String k = random.nextInt(4) == 0 ? "" : "\"k\":" + KEYS[random.nextInt(4)];
    return "{\"id\":\""
        + random.nextInt(12)
        + "\""
        + pk
        + ",\"o\":{"
        + k
        + "},\"x\":"
        + random.nextInt(3)
        + "}";
  }

  private static Scope scope(Random random, PartitionKeyDefinition definition) {
    if (random.nextInt(3) > 0) {
      return Scope.all(definition);
    }
    if (random.nextBoolean()) {
      return new Scope(definition, EpkRange.parse("", "1" + random.nextInt(10)), null, 0);
    }
    PartitionKey key = PartitionKey.of(random.nextBoolean() ? "a" : (Object) 1);
    return new Scope(definition, EpkRange.of(definition, key), key, 0);
  }

  private static String filter(Random random, int depth) {
    int choice = random.nextInt(depth == 0 ? 6 : 11);
    return switch (choice) {
      case 0, 1 -> "c.id = '" + random.nextInt(12) + "'";
      case 2 -> "c.pk = " + KEYS[random.nextInt(KEYS.length)];
      case 3 -> "c.o.k = " + KEYS[random.nextInt(4)];
      case 4 -> "c.id IN ('" + random.nextInt(12) + "', '" + random.nextInt(12) + "')";
      case 5 -> "c.x = " + random.nextInt(3);
      case 6 -> "NOT (" + filter(random, depth - 1) + ")";
      case 7 -> "(" + filter(random, depth - 1) + " OR " + filter(random, depth - 1) + ")";
      case 8 -> "(SELECT VALUE c.x FROM c WHERE " + filter(random, depth - 1) + ") < 2";
      case 9 -> random.nextInt(2) + " < " + random.nextInt(2);
      default -> "(" + filter(random, depth - 1) + " AND " + filter(random, depth - 1) + ")";
    };
  }

  /** Item ids alone do not name items, so the resource ids do. */
  private static List<String> rids(List<BsonValue> documents) {
    List<String> ids = new ArrayList<>();
    documents.forEach(each -> ids.add(each.asDocument().getString("_rid").getValue()));
    return ids;
  }

  private static List<String> idsByLooking(Container container, String filter, Scope scope) {
    CompiledQuery query =
        QueryCompiler.compile(
            QueryParser.query("SELECT * FROM c WHERE " + filter), Parameters.NONE);
    List<String> ids = new ArrayList<>();
    for (Item item : container.scan(scope.range(), null, ReadLimits.DEFAULT).entries()) {
      byte[] document = StoredItem.of(container).document(item);
      if (scope.holds(document) && query.matches(document)) {
        ids.add(BsonBytes.decode(document).getString("_rid").getValue());
      }
    }
    return ids;
  }

  @Test
  void readsThousandsOfKeys() {
    Container container = create(named("c").partitionKey("/pk"));
    Map<String, Value> values = new HashMap<>();
    StringBuilder text = new StringBuilder("SELECT * FROM c WHERE ( ");
    for (int i = 0; i < 3_000; i++) {
      put(container, "{\"id\":\"i" + i + "\",\"pk\":\"p" + i % 7 + "\"}");
      if (i % 2 == 0) {
        text.append(i == 0 ? "" : " OR ");
        text.append("(c.id = @i" + i + " AND  c[\"pk\"] = @p" + i + " )");
        values.put("@i" + i, Value.of("i" + i));
        values.put("@p" + i, Value.of("p" + i % 7));
      }
    }
    Pages pages =
        new Pages(
            container,
            text.append(" )").toString(),
            new Parameters(values),
            Scope.all(container.definition().partitionKey()),
            PageLimits.items(1_000, AnswerTime.HTTP));
    assertThat(pages.next()).hasSize(1_000);
    assertThat(pages.token).isNotNull().hasSizeLessThan(1_024);
    assertThat(pages.next())
        .hasSize(500)
        .allMatch(item -> item.asDocument().containsKey("_ts"))
        .doesNotHaveDuplicates();
    assertThat(pages.token).isNull();
  }
}
