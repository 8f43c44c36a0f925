package dev.mayfly.cosmos.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries on resources that are no items, and conditions of patches. */
class MetadataQueryTest {
  private static final LongSupplier NOW = System::currentTimeMillis;

  private static final List<BsonDocument> OFFERS =
      List.of(
          document(
              "{'id':'o1','resource':'dbs/AAAAAA==/colls/AAAAAIAAAAA=/','offerResourceId':'r1',"
                  + "'content':{'offerThroughput':400}}"),
          document("{'id':'o2','resource':'dbs/BBBBBB==/','offerResourceId':'r2'}"));

  private static BsonDocument document(String json) {
    return Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static List<BsonDocument> query(String body) {
    return new MetadataQuery(NOW)
        .query(body.getBytes(StandardCharsets.UTF_8), OFFERS.stream())
        .toList();
  }

  @Test
  void findsOffersAsSdksAskForThem() {
    assertThat(
            query(
                "{\"query\":\"select * from c where c.offerResourceId = @resourceId\","
                    + "\"parameters\":[{\"name\":\"@resourceId\",\"value\":\"r2\"}]}"))
        .containsExactly(OFFERS.get(1));
    assertThat(
            query(
                "{\"query\":\"SELECT * from root where root.resource ="
                    + " \\\"dbs/AAAAAA==/colls/AAAAAIAAAAA=/\\\"\"}"))
        .containsExactly(OFFERS.get(0));
    assertThat(
            query(
                "{\"query\":\"SELECT * FROM root r WHERE r.resource=@link\","
                    + "\"parameters\":[{\"name\":\"@link\",\"value\":\"dbs/BBBBBB==/\"}]}"))
        .containsExactly(OFFERS.get(1));
    assertThat(query("{\"query\":\"SELECT * FROM root r WHERE r.id = 'none'\"}")).isEmpty();
  }

  @Test
  void projectsAndCutsOff() {
    assertThat(query("{\"query\":\"SELECT c.id FROM c\"}"))
        .containsExactly(document("{'id':'o1'}"), document("{'id':'o2'}"));
    assertThat(query("{\"query\":\"SELECT TOP 1 * FROM c\"}")).containsExactly(OFFERS.get(0));
    assertThat(query("{\"query\":\"SELECT * FROM c OFFSET 1 LIMIT 5\"}"))
        .containsExactly(OFFERS.get(1));
    assertThat(query("{\"query\":\"SELECT * FROM c.content\"}"))
        .containsExactly(document("{'offerThroughput':400}"));
    assertThatThrownBy(() -> query("{\"query\":\"SELECT * FROM c ORDER BY c.id\"}"))
        .hasMessageContaining("Order-by is not supported for the target resource type.");
    assertThatThrownBy(() -> query("{\"query\":\"SELECT VALUE c.id FROM c\"}"))
        .hasMessageContaining("yet");
    assertThatThrownBy(() -> query("{\"query\":\"SELEC\"}")).hasMessageContaining("SC1001");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "from c where c.n = 5 | true",
        "FROM c WHERE c.n = 6 | false",
        "from x where x.list[1] = 'b' AND IS_DEFINED(x.o.a) | true",
        "from c where c.missing = 1 | false",
        "from c where NOT c.missing = 1 | false",
        "from c where c.n | false",
        "from c where c.n > 4 and c.s in ('a', 'b') | true",
        "from c | true",
      })
  void judgesConditionsOfPatches(String condition, boolean holds) {
    byte[] item =
        BsonBytes.encode(document("{'id':'1','n':5,'s':'b','list':['a','b'],'o':{'a':null}}"));
    assertThat(PatchCondition.parse(condition, NOW).holds(item)).isEqualTo(holds);
  }

  @Test
  void refusesWhatIsNoCondition() {
    for (String bad : List.of("", "where c.n = 1", "from c where", "from c where d.n = 1")) {
      assertThatThrownBy(() -> PatchCondition.parse(bad, NOW)).as(bad).hasMessageContaining("SC");
    }
  }

  @Test
  void aConditionThatExplodesHoldsUpNobody() {
    String list = "1,".repeat(300) + "1";
    byte[] item = BsonBytes.encode(document("{'id':'a','l':[" + list + "]}"));
    PatchCondition condition =
        PatchCondition.parse(
            "from c where exists(select 1 from u in c.l join v in c.l join w in c.l join x in c.l"
                + " where x = 2)",
            NOW);
    assertThatThrownBy(() -> condition.holds(item))
        .hasMessageContaining("takes longer than a request may");
  }
}
