package dev.mayfly.cosmos.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ChildFixture;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class UserHandlerTest extends ChildFixture {
  private static final String USERS = "/dbs/d/users";

  private final UserHandler users = new UserHandler(directory, children, QUERY);

  @Test
  void createdUserHasWhatClientsLookFor() {
    Response created = call(users, "POST", USERS, "{\"id\":\"ann\"}");
    BsonDocument json = json(201, created);
    String rid = ResourceId.user(ResourceId.databaseNumber(databaseRid), 1);
    assertThat(json.getString("id").getValue()).isEqualTo("ann");
    assertThat(json.getString("_rid").getValue()).isEqualTo(rid);
    assertThat(json.getString("_self").getValue())
        .isEqualTo("dbs/" + databaseRid + "/users/" + rid + "/");
    assertThat(json.getNumber("_ts").longValue()).isEqualTo(START);
    assertThat(json.getString("_permissions").getValue()).isEqualTo("permissions/");
    assertThat(created.headers().get("etag")).isEqualTo(json.getString("_etag").getValue());
    assertThat(created.headers().get("x-ms-alt-content-path")).isEqualTo("dbs/d");
    assertThat(created.headers().get("x-ms-content-path")).isEqualTo(databaseRid);
    assertThat(json(200, call(users, "GET", USERS + "/ann", null))).isEqualTo(json);
    String byRid = "/dbs/" + databaseRid + "/users/" + rid;
    assertThat(json(200, call(users, "GET", byRid, null))).isEqualTo(json);
  }

  @Test
  void sameIdIsAConflict() {
    json(201, call(users, "POST", USERS, "{\"id\":\"ann\"}"));
    assertThat(message(409, call(users, "POST", USERS, "{\"id\":\"ann\"}")))
        .contains("Resource with specified id, name, or unique index already exists.");
    json(201, call(users, "POST", USERS, "{\"id\":\"Ann\"}"));
  }

  @Test
  void upsertMakesOrReplaces() {
    String upsert = "x-ms-documentdb-is-upsert";
    BsonDocument made = json(201, call(users, "POST", USERS, "{\"id\":\"a\"}", upsert, "True"));
    BsonDocument again =
        json(200, call(users, "POST", USERS, "{\"id\":\"a\",\"x\":1}", upsert, "True"));
    assertThat(again.get("_rid")).isEqualTo(made.get("_rid"));
    assertThat(again.get("_etag")).isNotEqualTo(made.get("_etag"));
    assertThat(again.getNumber("x").intValue()).isEqualTo(1);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    String text = "Entity with the specified id does not exist in the system.";
    assertThat(message(404, call(users, "GET", USERS + "/x", null))).startsWith(text);
    assertThat(message(404, call(users, "PUT", USERS + "/x", "{\"id\":\"x\"}"))).startsWith(text);
    assertThat(message(404, call(users, "DELETE", USERS + "/x", null))).startsWith(text);
    Response noDatabase = call(users, "GET", "/dbs/no/users/x", null);
    assertThat(message(404, noDatabase)).contains("Owner resource does not exist");
    assertThat(noDatabase.headers().get("x-ms-substatus")).isEqualTo("1003");
    assertThat(ids(call(users, "GET", USERS, null), ResourceType.USER)).isEmpty();
  }

  @Test
  void etagsGuardChanges() {
    BsonDocument first = json(201, call(users, "POST", USERS, "{\"id\":\"a\"}"));
    String etag = first.getString("_etag").getValue();
    // Clients send back what they got.
    String body = first.append("note", new BsonString("hi")).toJson();
    BsonDocument second = json(200, call(users, "PUT", USERS + "/a", body, "if-match", etag));
    assertThat(second.getString("note").getValue()).isEqualTo("hi");
    assertThat(second.get("_rid")).isEqualTo(first.get("_rid"));
    String next = second.getString("_etag").getValue();
    assertThat(next).isNotEqualTo(etag);
    assertThat(message(412, call(users, "PUT", USERS + "/a", body, "if-match", etag)))
        .contains("one of the specified precondition is not met");
    message(412, call(users, "DELETE", USERS + "/a", null, "if-match", etag));
    assertThat(call(users, "GET", USERS + "/a", null, "if-none-match", next).status())
        .isEqualTo(304);
    assertThat(call(users, "GET", USERS + "/a", null, "if-none-match", etag).status())
        .isEqualTo(200);
    Response deleted = call(users, "DELETE", USERS + "/a", null, "if-match", next);
    assertThat(deleted.status()).isEqualTo(204);
    assertThat(deleted.body()).isEmpty();
    message(404, call(users, "GET", USERS + "/a", null));
  }

  @Test
  void idsAreChecked() {
    for (String bad : List.of("", "a/b", "a\\\\b", "a?b", "a#b", "a ", "x".repeat(256))) {
      message(400, call(users, "POST", USERS, "{\"id\":\"" + bad + "\"}"));
    }
    message(400, call(users, "POST", USERS, "{\"id\":7}"));
    message(400, call(users, "POST", USERS, "{}"));
    message(400, call(users, "POST", USERS, "{"));
    for (String good : List.of("x".repeat(255), "a b", "ä🦋", "100%")) {
      json(201, call(users, "POST", USERS, "{\"id\":\"" + good + "\"}"));
    }
    json(200, call(users, "GET", USERS + "/100%25", null));
  }

  @Test
  void aReplacementCanBringAnotherId() {
    BsonDocument ann = json(201, call(users, "POST", USERS, "{\"id\":\"ann\"}"));
    json(201, call(users, "POST", USERS, "{\"id\":\"bob\"}"));
    message(409, call(users, "PUT", USERS + "/ann", "{\"id\":\"bob\"}"));
    String stale = "\"00000000-0000-0000-0000-000000000001\"";
    message(412, call(users, "PUT", USERS + "/ann", "{\"id\":\"eve\"}", "if-match", stale));
    assertThat(json(200, call(users, "GET", USERS + "/ann", null))).isEqualTo(ann);

    BsonDocument eve = json(200, call(users, "PUT", USERS + "/ann", "{\"id\":\"eve\"}"));
    assertThat(eve.getString("id").getValue()).isEqualTo("eve");
    assertThat(eve.get("_rid")).isEqualTo(ann.get("_rid"));
    assertThat(eve.get("_etag")).isNotEqualTo(ann.get("_etag"));
    assertThat(json(200, call(users, "GET", USERS + "/eve", null))).isEqualTo(eve);
    message(404, call(users, "GET", USERS + "/ann", null));
    assertThat(ids(call(users, "GET", USERS, null), ResourceType.USER))
        .containsExactly("bob", "eve");
  }

  @Test
  void listsComeInPagesOfShortContinuations() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      String id = "ä".repeat(250) + i;
      made.add(id);
      json(201, call(users, "POST", USERS, "{\"id\":\"" + id + "\"}"));
    }
    List<String> seen = new ArrayList<>();
    String continuation = "";
    do {
      Response page =
          call(
              users,
              "GET",
              USERS,
              null,
              "x-ms-max-item-count",
              "3",
              "x-ms-continuation",
              continuation);
      assertThat(json(200, page).getString("_rid").getValue()).isEqualTo(databaseRid);
      seen.addAll(ids(page, ResourceType.USER));
      continuation = page.headers().get("x-ms-continuation");
      assertThat(continuation == null ? 0 : continuation.length()).isLessThan(1024);
    } while (continuation != null);
    assertThat(seen).isEqualTo(made);
  }

  @Test
  void queries() {
    json(201, call(users, "POST", USERS, "{\"id\":\"a\"}"));
    json(201, call(users, "POST", USERS, "{\"id\":\"b\"}"));
    Response found =
        call(users, "POST", USERS, "{\"query\":\"b\"}", "x-ms-documentdb-isquery", "True");
    assertThat(ids(found, ResourceType.USER)).containsExactly("b");
  }

  @Test
  void otherVerbsAreRefused() {
    message(405, call(users, "PATCH", USERS + "/a", "{}"));
    message(405, call(users, "POST", USERS + "/a", "{}"));
    message(405, call(users, "DELETE", USERS, null));
  }

  @Test
  void encryptionKeysAreKeptWhole() {
    EncryptionKeyHandler keys = new EncryptionKeyHandler(directory, children, QUERY);
    String path = "/dbs/d/clientencryptionkeys";
    String body =
        "{\"id\":\"k\",\"encryptionAlgorithm\":\"AEAD_AES_256_CBC_HMAC_SHA256\","
            + "\"wrappedDataEncryptionKey\":\"AQID\",\"keyWrapMetadata\":"
            + "{\"type\":\"AKV\",\"name\":\"n\",\"value\":\"https://v/k\",\"algorithm\":\"RSA\"}}";
    BsonDocument made = json(201, call(keys, "POST", path, body));
    BsonDocument.parse(body).forEach((name, value) -> assertThat(made.get(name)).isEqualTo(value));
    assertThat(json(200, call(keys, "GET", path + "/k", null))).isEqualTo(made);
    assertThat(ids(call(keys, "GET", path, null), ResourceType.ENCRYPTION_KEY))
        .containsExactly("k");
    BsonDocument replaced = json(200, call(keys, "PUT", path + "/k", body.replace("AQID", "BAUG")));
    assertThat(replaced.getString("wrappedDataEncryptionKey").getValue()).isEqualTo("BAUG");
    assertThat(message(400, call(keys, "PUT", path + "/k", body.replace("\"k\"", "\"other\""))))
        .contains("'k'");
    message(405, call(keys, "DELETE", path + "/k", null));
    json(201, call(users, "POST", USERS, "{\"id\":\"k\"}"));
  }
}
