package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items named by the links that they carry. */
class ItemRidsTest extends ItemFixture {
  private static final String[] KEY = {"x-ms-documentdb-partitionkey", "[\"p\"]"};

  @BeforeEach
  void createItems() {
    container(60);
    for (int i = 0; i < 20; i++) {
      created("i" + i, "");
    }
  }

  private String self(String id) {
    return "/" + json(get(id)).getString("_self").getValue();
  }

  @Test
  void areReadReplacedPatchedAndDeletedByTheirLink() {
    String self = self("i7");
    assertThat(json(send("GET", self, "", KEY)).getString("id").getValue()).isEqualTo("i7");
    assertStatus(send("PUT", self, item("i7", "\"v\":1"), KEY), 200);
    assertThat(json(get("i7")).getNumber("v").intValue()).isEqualTo(1);
    assertStatus(send("PATCH", self, "[{\"op\":\"incr\",\"path\":\"/v\",\"value\":2}]", KEY), 200);
    assertThat(json(get("i7")).getNumber("v").intValue()).isEqualTo(3);
    assertStatus(send("PUT", self, item("i8", ""), KEY), 409);
    assertStatus(send("DELETE", self, "", KEY), 204);
    assertStatus(get("i7"), 404);
    assertStatus(send("GET", self, "", KEY), 404);
    assertStatus(get("i8"), 200);
  }

  @Test
  void aLinkOutlivesWritesButNotTheItem() {
    String self = self("i3");
    assertStatus(upsert(item("i3", "\"v\":1")), 200);
    assertStatus(send("GET", self, "", KEY), 200);
    clock.advance(60);
    assertStatus(send("GET", self, "", KEY), 404);
    created("i3", "");
    assertStatus(send("GET", self, "", KEY), 404);
    assertStatus(get("i3"), 200);
  }

  @Test
  void needAPartitionKeyLikeAnyOther() {
    assertStatus(send("GET", self("i3"), ""), 400);
    assertStatus(send("GET", self("i3"), "", "x-ms-documentdb-partitionkey", "[\"q\"]"), 404);
  }
}
