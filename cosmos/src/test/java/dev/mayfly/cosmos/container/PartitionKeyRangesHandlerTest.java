package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ResourceId;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** The ranges of partition keys as clients read them: until nothing is new. */
class PartitionKeyRangesHandlerTest extends MetadataFixture {
  private static final String RANGES = C + "/pkranges";

  @Test
  void thereIsOneRangeOverEverything() {
    BsonDocument c = created("");
    Response response = send("GET", RANGES, "", "A-IM", "Incremental Feed");
    assertStatus(200, response);
    BsonDocument feed = json(response);
    assertThat(feed.get("_rid")).isEqualTo(c.get("_rid"));
    assertThat(feed.getNumber("_count").intValue()).isEqualTo(1);
    assertThat(header(response, "x-ms-item-count")).isEqualTo("1");
    assertThat(feed.getArray("PartitionKeyRanges")).hasSize(1);
    BsonDocument range = feed.getArray("PartitionKeyRanges").get(0).asDocument();
    assertThat(range.getString("id").getValue()).isEqualTo("0");
    assertThat(range.getString("minInclusive").getValue()).isEmpty();
    assertThat(range.getString("maxExclusive").getValue()).isEqualTo("FF");
    assertThat(range.getArray("parents")).isEmpty();
    assertThat(range.getString("status").getValue()).isEqualTo("online");
    String rid = range.getString("_rid").getValue();
    assertThat(ResourceId.parse(rid)).hasSize(16);
    assertThat(range.getString("_self").getValue())
        .isEqualTo(c.getString("_self").getValue() + "pkranges/" + rid + "/");
    assertThat(header(response, "x-ms-alt-content-path")).isEqualTo("dbs/d/colls/c");
    assertThat(header(response, "x-ms-content-path")).isEqualTo(c.getString("_rid").getValue());
    assertThat(get(RANGES + "/0")).isEqualTo(range);
    assertStatus(404, send("GET", RANGES + "/1", ""));
  }

  @Test
  void whoHasItHearsThatNothingIsNewAlsoAfterChanges() {
    BsonDocument c = created("");
    String byRid = "/" + c.getString("_self").getValue() + "pkranges";
    String etag = header(send("GET", byRid, ""), "etag");
    put(engine.container(DATABASE, "c"), "a");
    replaced("\"defaultTtl\":5");
    for (String path : new String[] {RANGES, RANGES + "/", byRid}) {
      Response again = send("GET", path, "", "If-None-Match", etag);
      assertStatus(304, again);
      assertThat(header(again, "etag")).isEqualTo(etag);
    }
    assertStatus(304, send("GET", RANGES, "", "If-None-Match", "*"));
    assertStatus(200, send("GET", RANGES, "", "If-None-Match", "\"other\""));
  }

  @Test
  void aContainerOfTheSameNameIsAnother() {
    String old = created("").getString("_rid").getValue();
    String etag = header(send("GET", RANGES, ""), "etag");
    assertStatus(204, send("DELETE", C, ""));
    assertErrors(404, 1003, "Owner resource does not exist", send("GET", RANGES, ""));
    created("");
    assertStatus(200, send("GET", RANGES, "", "If-None-Match", etag));
    Response response = send("GET", RANGES, "", "x-ms-cosmos-intended-collection-rid", old);
    assertStatus(400, response);
    assertThat(header(response, "x-ms-substatus")).isEqualTo("1024");
    assertStatus(405, send("POST", RANGES, "{}"));
  }

  private static List<String> bounds(BsonDocument feed) {
    return feed.getArray("PartitionKeyRanges").stream()
        .map(BsonValue::asDocument)
        .map(
            range ->
                range.getString("id").getValue()
                    + ":"
                    + range.getString("minInclusive").getValue()
                    + "-"
                    + range.getString("maxExclusive").getValue())
        .toList();
  }

  @Test
  void throughputAsksForRangesAndASplitIsNews() {
    created("", "x-ms-offer-throughput", "11000");
    Response response = send("GET", RANGES, "");
    String etag = header(response, "etag");
    String middle = "20000000000000000000000000000000";
    assertThat(bounds(json(response))).containsExactly("0:-" + middle, "1:" + middle + "-FF");
    assertStatus(304, send("GET", RANGES, "", "If-None-Match", etag));
    engine.container(DATABASE, "c").splitRange(1);
    Response split = send("GET", RANGES, "", "If-None-Match", etag);
    assertStatus(200, split);
    assertThat(header(split, "etag")).isNotEqualTo(etag);
    String upper = "30000000000000000000000000000000";
    assertThat(bounds(json(split)))
        .containsExactly("0:-" + middle, "2:" + middle + "-" + upper, "3:" + upper + "-FF");
    BsonDocument child = get(RANGES + "/3");
    assertThat(child.getArray("parents")).containsExactly(new BsonString("1"));
    assertThat(child.getNumber("throughputFraction").doubleValue()).isEqualTo(1.0 / 3);
    assertStatus(404, send("GET", RANGES + "/1", ""));
    assertThat(
            json(split).getArray("PartitionKeyRanges").stream()
                .map(range -> range.asDocument().getString("_rid").getValue()))
        .doesNotHaveDuplicates();
  }
}
