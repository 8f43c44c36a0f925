package dev.mayfly.cosmos.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.auth.KeyAuthorizer;
import dev.mayfly.cosmos.auth.KeyRing;
import dev.mayfly.cosmos.auth.ResourceTokens;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ChildFixture;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.catalog.ContainerDefinition;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResourceTokenTest extends ChildFixture {
  private static final long NOW = 1_794_783_600L; // Sun, 15 Nov 2026 23:00:00 GMT
  private static final String PERMISSIONS = "/dbs/d/users/u/permissions";
  private static final String DOCS = "/dbs/d/colls/c/docs";
  private static final String PARTITION = "x-ms-documentdb-partitionkey";
  private static final String QUERY_FLAG = "x-ms-documentdb-isquery";
  private static final String PLAN_FLAG = "x-ms-cosmos-is-query-plan-request";

  private long wallSecond = NOW;
  private final ResourceTokens tokens = tokens(AccountKeys.EMULATOR);
  private final KeyAuthorizer authorizer = authorizer(AccountKeys.EMULATOR, tokens);
  private final UserHandler users = new UserHandler(directory, children, QUERY);
  private final PermissionHandler permissions =
      new PermissionHandler(directory, children, tokens, QUERY);

  private ResourceTokens tokens(AccountKeys keys) {
    return new ResourceTokens(new KeyRing(keys), children, () -> wallSecond * 1000);
  }

  private KeyAuthorizer authorizer(AccountKeys keys, ResourceTokens with) {
    return new KeyAuthorizer(new KeyRing(keys), with, directory, () -> wallSecond * 1000);
  }

  @BeforeEach
  void makeUser() {
    json(201, call(users, "POST", "/dbs/d/users", "{\"id\":\"u\"}"));
  }

  private static String body(String mode, String resource, String partitionKey) {
    return "{\"id\":\"p\",\"permissionMode\":\""
        + mode
        + "\",\"resource\":\""
        + resource
        + "\""
        + (partitionKey == null ? "" : ",\"resourcePartitionKey\":" + partitionKey)
        + "}";
  }

  private String token(String mode, String resource, String partitionKey, String... headers) {
    Response made =
        call(permissions, "POST", PERMISSIONS, body(mode, resource, partitionKey), headers);
    return json(201, made).getString("_token").getValue();
  }

  private Caller ask(String token, String method, String path, String... headers) {
    return ask(authorizer, token, method, path, headers);
  }

  private static Caller ask(
      KeyAuthorizer authorizer, String token, String method, String path, String... headers) {
    Request request = request(method, path, null, headers);
    request.headers().set("authorization", URLEncoder.encode(token, StandardCharsets.UTF_8));
    return authorizer.authorize(request, ResourcePath.parse(path));
  }

  private void allowed(String token, String method, String path, String... headers) {
    assertThat(ask(token, method, path, headers)).isInstanceOf(Caller.Holder.class);
  }

  private AbstractThrowableAssert<?, ?> refused(
      int status, String token, String method, String path, String... headers) {
    return assertThatThrownBy(() -> ask(token, method, path, headers))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.status()).isEqualTo(status));
  }

  private void forbidden(String token, String method, String path, String... headers) {
    refused(403, token, method, path, headers)
        .hasMessage(
            "Insufficient permissions provided in the authorization header for the corresponding"
                + " request. Please retry with another authorization header.");
  }

  @Test
  void aPermissionMayBeForWhatIsMadeLater() {
    String token = token("All", "dbs/d/colls/later/docs/i", "[\"x\"]");
    String[] partition = {PARTITION, "[\"x\"]"};
    forbidden(token, "GET", "/dbs/d/colls/later/docs/i", partition);
    engine.createContainer("d", ContainerDefinition.named("later").partitionKey("/pk").build());
    allowed(token, "GET", "/dbs/d/colls/later", partition);
    allowed(token, "GET", "/dbs/d/colls/later/docs/i", partition);
    forbidden(token, "GET", "/dbs/d/colls/later/docs/j", partition);
    forbidden(token, "GET", "/dbs/d/colls/c/docs/i", partition);
    forbidden(token, "GET", "/dbs/d/colls/later/docs/i", PARTITION, "[\"y\"]");
  }

  @Test
  void permissionHasWhatClientsLookFor() {
    String body = body("All", "dbs/d/colls/c", "[\"x\"]");
    Response created = call(permissions, "POST", PERMISSIONS, body);
    BsonDocument json = json(201, created);
    assertThat(json.keySet())
        .containsExactlyInAnyOrder(
            "id",
            "permissionMode",
            "resource",
            "resourcePartitionKey",
            "_rid",
            "_self",
            "_etag",
            "_ts",
            "_token");
    assertThat(json.getString("resource").getValue()).isEqualTo("dbs/d/colls/c");
    assertThat(json.getString("_token").getValue())
        .matches("type=resource&ver=1&sig=[A-Za-z0-9+/=]+;[A-Za-z0-9+/=]+;");
    String userRid =
        json(200, call(users, "GET", "/dbs/d/users/u", null)).getString("_rid").getValue();
    String rid = json.getString("_rid").getValue();
    assertThat(Base64.getDecoder().decode(rid.replace('-', '/'))).hasSize(16);
    assertThat(json.getString("_self").getValue())
        .isEqualTo("dbs/" + databaseRid + "/users/" + userRid + "/permissions/" + rid + "/");
    assertThat(created.headers().get("x-ms-alt-content-path")).isEqualTo("dbs/d/users/u");
    assertThat(created.headers().get("x-ms-content-path")).isEqualTo(userRid);
    String byRid = "/dbs/" + databaseRid + "/users/" + userRid + "/permissions/" + rid;
    assertThat(json(200, call(permissions, "GET", byRid, null)).get("_rid"))
        .isEqualTo(json.get("_rid"));
    assertThat(ids(call(permissions, "GET", PERMISSIONS, null), ResourceType.PERMISSION))
        .containsExactly("p");
    assertThat(message(404, call(permissions, "GET", "/dbs/d/users/no/permissions", null)))
        .contains("Owner resource does not exist");
  }

  @Test
  void bodiesAreChecked() {
    for (String bad :
        List.of(
            "{\"id\":\"p\"}",
            "{\"id\":\"p\",\"permissionMode\":\"All\"}",
            body("Write", "dbs/d/colls/c", null),
            body("All", "dbs/d", null),
            body("All", "dbs/d/users/u", null),
            body("All", "dbs/d/colls/c/docs", null),
            body("All", "dbs/d/colls/c", "[]"),
            body("All", "dbs/d/colls/c", "\"x\""),
            body("All", "dbs/d/colls/c", "[\"x\",\"y\"]"),
            body("All", "dbs/d/colls/c", "[[1]]"))) {
      message(400, call(permissions, "POST", PERMISSIONS, bad));
    }
    message(404, call(permissions, "POST", PERMISSIONS, body("All", "nonsense", null)));
    String good = body("Read", "dbs/d/colls/c", null);
    String expiry = "x-ms-documentdb-expiry-seconds";
    for (String bad : List.of("9", "86401", "-1", "soon")) {
      message(400, call(permissions, "POST", PERMISSIONS, good, expiry, bad));
    }
    assertThat(ids(call(permissions, "GET", PERMISSIONS, null), ResourceType.PERMISSION)).isEmpty();
  }

  @Test
  void holderOfAllUsesTheContainer() {
    String token = token("All", "dbs/d/colls/c", null);
    allowed(token, "GET", "/");
    allowed(token, "GET", "/dbs/d/colls/c");
    allowed(token, "GET", "/dbs/" + databaseRid + "/colls/" + containerRid + "/pkranges");
    allowed(token, "POST", DOCS);
    allowed(token, "POST", DOCS, QUERY_FLAG, "true");
    allowed(token, "GET", DOCS);
    for (String method : List.of("GET", "PUT", "PATCH", "DELETE")) {
      allowed(token, method, DOCS + "/i");
    }
    assertThat(ask(token, "GET", DOCS))
        .isEqualTo(
            new Caller.Holder(
                List.of(
                    new Caller.Grant(
                        "dbs/" + databaseRid + "/colls/" + containerRid, null, false))));
  }

  @Test
  void nobodyReachesBeyondTheContainer() {
    String token = token("All", "dbs/" + databaseRid + "/colls/" + containerRid + "/", null);
    allowed(token, "GET", DOCS + "/i");
    for (String path :
        List.of(
            "/dbs",
            "/dbs/d",
            "/dbs/d/colls",
            "/dbs/d/colls/other",
            "/dbs/d/colls/other/docs/i",
            "/dbs/d/colls/other/pkranges",
            "/dbs/d/colls/no/docs/i",
            "/dbs/no/colls/c/docs/i",
            "/dbs/d/users",
            "/dbs/d/users/u",
            PERMISSIONS + "/p",
            "/dbs/d/clientencryptionkeys",
            "/offers",
            "/offers/AAAA")) {
      forbidden(token, "GET", path);
    }
    forbidden(token, "PUT", "/dbs/d/colls/c");
    forbidden(token, "DELETE", "/dbs/d/colls/c");
    forbidden(token, "POST", "/dbs/d/colls/c/operations/partitionkeydelete");
    forbidden(token, "POST", "/dbs/d/colls", QUERY_FLAG, "true");
  }

  @Test
  void readModeOnlyReads() {
    String token = token("Read", "dbs/d/colls/c", null);
    allowed(token, "GET", DOCS + "/i");
    allowed(token, "GET", DOCS);
    allowed(token, "POST", DOCS, QUERY_FLAG, "True");
    allowed(token, "POST", DOCS, PLAN_FLAG, "True");
    for (String method : List.of("PUT", "PATCH", "DELETE")) {
      forbidden(token, method, DOCS + "/i");
    }
    forbidden(token, "POST", DOCS);
    forbidden(token, "POST", DOCS, QUERY_FLAG, "true", "x-ms-cosmos-is-batch-request", "true");
    forbidden(token, "POST", DOCS, QUERY_FLAG, "true", "x-ms-documentdb-is-upsert", "true");
    forbidden(token, "POST", "/dbs/d/colls/c/sprocs/s");
    for (String scripts : List.of("sprocs", "triggers", "udfs")) {
      forbidden(token, "POST", "/dbs/d/colls/c/" + scripts, PLAN_FLAG, "true");
    }
  }

  @Test
  void tokenForOneItem() {
    String token = token("All", "dbs/d/colls/c/docs/100% ä", null);
    allowed(token, "GET", "/dbs/d/colls/c");
    allowed(token, "GET", "/dbs/d/colls/c/pkranges");
    allowed(token, "GET", DOCS + "/100%25%20%C3%A4");
    allowed(token, "DELETE", DOCS + "/100%25%20%C3%A4");
    forbidden(token, "GET", DOCS + "/100%25");
    forbidden(token, "GET", DOCS + "/100%25%20%C3%A4b");
    forbidden(token, "POST", DOCS);
    forbidden(token, "GET", DOCS);
    forbidden(token, "POST", DOCS, QUERY_FLAG, "true");
    forbidden(token, "GET", "/dbs/d/colls/other/docs/100%25%20%C3%A4");
    forbidden(token, "GET", "/dbs/d/colls/c/sprocs/100%25%20%C3%A4");
  }

  @Test
  void tokenForOnePartition() {
    String token = token("All", "dbs/d/colls/c", "[\"a\\u00e4\"]");
    String mine = "[ \"a\\u00E4\" ]";
    allowed(token, "GET", "/dbs/d/colls/c");
    allowed(token, "GET", "/dbs/d/colls/c/pkranges");
    allowed(token, "GET", DOCS + "/i", PARTITION, mine);
    allowed(token, "POST", DOCS, PARTITION, mine);
    allowed(token, "POST", DOCS, PARTITION, mine, QUERY_FLAG, "true");
    allowed(token, "POST", DOCS, PLAN_FLAG, "true");
    forbidden(token, "GET", DOCS + "/i", PARTITION, "[\"b\"]");
    forbidden(token, "GET", DOCS + "/i", PARTITION, "[]");
    forbidden(token, "GET", DOCS + "/i");
    forbidden(token, "GET", DOCS);
    forbidden(token, "POST", DOCS, QUERY_FLAG, "true");
    forbidden(
        token,
        "POST",
        DOCS,
        QUERY_FLAG,
        "true",
        "x-ms-documentdb-query-enablecrosspartition",
        "true",
        "x-ms-documentdb-partitionkeyrangeid",
        "0");
    forbidden(token, "POST", DOCS, QUERY_FLAG, "true", PARTITION, mine, "x-ms-start-epk", "00");
    forbidden(token, "POST", DOCS, QUERY_FLAG, "true", PARTITION, mine, "x-ms-end-epk", "FF");
    forbidden(token, "POST", DOCS, PLAN_FLAG, "true", "x-ms-cosmos-is-batch-request", "true");
    forbidden(token, "GET", "/dbs/d/colls/c/udfs", PARTITION, mine);
    // The operations of a bulk request have partition keys of their own.
    String batch = "x-ms-cosmos-is-batch-request";
    String atomic = "x-ms-cosmos-batch-atomic";
    forbidden(token, "POST", DOCS, PARTITION, mine, batch, "True");
    forbidden(token, "POST", DOCS, PARTITION, mine, batch, "True", atomic, "False");
    allowed(token, "POST", DOCS, PARTITION, mine, batch, "True", atomic, "True");
  }

  @Test
  void tokenForAllPartitionsThatBeginAlike() {
    engine.createContainer(
        "d", ContainerDefinition.named("h").partitionKey("/a", "/b", "/c").build());
    String docs = "/dbs/d/colls/h/docs";
    String token = token("All", "dbs/d/colls/h", "[\"x\",1]");
    for (String mine : List.of("[\"x\",1,\"z\"]", "[\"x\",1.0,null]", "[\"x\", 1, {}]")) {
      for (String method : List.of("GET", "PUT", "PATCH", "DELETE")) {
        allowed(token, method, docs + "/i", PARTITION, mine);
      }
      allowed(token, "POST", docs, PARTITION, mine);
      allowed(token, "POST", docs, PARTITION, mine, QUERY_FLAG, "true");
    }
    allowed(token, "POST", docs, PARTITION, "[\"x\",1]", QUERY_FLAG, "true");
    for (String others :
        List.of(
            "[\"x\"]", "[\"x\",12,1]", "[\"x\",1.5,1]", "[\"x\",\"1\",1]", "[\"x,1\",1,1]", "[]")) {
      forbidden(token, "GET", docs + "/i", PARTITION, others);
      forbidden(token, "POST", docs, PARTITION, others, QUERY_FLAG, "true");
    }
    forbidden(token, "GET", docs + "/i");
  }

  @Test
  void numbersOfPartitionKeysAreEqualAsNumbers() {
    String token = token("Read", "dbs/d/colls/c", "[5]");
    allowed(token, "GET", DOCS + "/i", PARTITION, "[5.0]");
    forbidden(token, "GET", DOCS + "/i", PARTITION, "[\"5\"]");
    forbidden(token, "GET", DOCS + "/i", PARTITION, "[{}]");
  }

  @Test
  void tokenEndsAtItsTime() {
    String hour = token("Read", "dbs/d/colls/c", null);
    Response read =
        call(permissions, "GET", PERMISSIONS + "/p", null, "x-ms-documentdb-expiry-seconds", "10");
    String brief = json(200, read).getString("_token").getValue();
    wallSecond = NOW + 9;
    allowed(brief, "GET", DOCS);
    wallSecond = NOW + 10;
    refused(403, brief, "GET", DOCS)
        .hasMessage(
            "The authorization token is not valid at the current time. Please create another token"
                + " and retry (token start time: Sun, 15 Nov 2026 23:00:00 GMT, token expiry time:"
                + " Sun, 15 Nov 2026 23:00:10 GMT, current server time: Sun, 15 Nov 2026 23:00:10"
                + " GMT).");
    refused(403, brief, "GET", "/");
    wallSecond = NOW + 3599;
    allowed(hour, "GET", DOCS);
    wallSecond = NOW + 3600;
    refused(403, hour, "GET", DOCS);
  }

  @Test
  void tokensAreRevokedWithTheirPermission() {
    String token = token("Read", "dbs/d/colls/c", null);
    json(200, call(permissions, "PUT", PERMISSIONS + "/p", body("All", "dbs/d/colls/c", null)));
    forbidden(token, "GET", DOCS);
    forbidden(token, "GET", "/");
    Response read = call(permissions, "GET", PERMISSIONS + "/p", null);
    String next = json(200, read).getString("_token").getValue();
    allowed(next, "POST", DOCS);
    assertThat(call(permissions, "DELETE", PERMISSIONS + "/p", null).status()).isEqualTo(204);
    forbidden(next, "GET", DOCS);
    String again = token("All", "dbs/d/colls/c", null);
    allowed(again, "GET", DOCS);
    forbidden(next, "GET", DOCS);
  }

  @Test
  void tokensAreRevokedWithTheirUser() {
    String token = token("Read", "dbs/d/colls/c", null);
    assertThat(call(users, "DELETE", "/dbs/d/users/u", null).status()).isEqualTo(204);
    forbidden(token, "GET", DOCS);
    makeUser();
    forbidden(token, "GET", DOCS);
    assertThat(ids(call(permissions, "GET", PERMISSIONS, null), ResourceType.PERMISSION)).isEmpty();
  }

  @Test
  void containerMadeAgainIsAnotherOne() {
    String token = token("Read", "dbs/d/colls/c", null);
    engine.deleteContainer("d", "c");
    forbidden(token, "GET", DOCS);
    engine.createContainer("d", ContainerDefinition.named("c").partitionKey("/pk").build());
    forbidden(token, "GET", DOCS);
    Response read = call(permissions, "GET", PERMISSIONS + "/p", null);
    forbidden(json(200, read).getString("_token").getValue(), "GET", DOCS);
  }

  @Test
  void tokensOutliveARestartButNotTheirKey() {
    String token = token("Read", "dbs/d/colls/c", null);
    KeyAuthorizer restarted = authorizer(AccountKeys.EMULATOR, tokens(AccountKeys.EMULATOR));
    assertThat(ask(restarted, token, "GET", DOCS)).isInstanceOf(Caller.Holder.class);
    AccountKeys both = new AccountKeys("bmV3", AccountKeys.EMULATOR.primary(), null, null);
    assertThat(ask(authorizer(both, tokens(both)), token, "GET", DOCS))
        .isInstanceOf(Caller.Holder.class);
    AccountKeys keys = new AccountKeys("bmV3", null, AccountKeys.EMULATOR.primary(), null);
    KeyAuthorizer rotated = authorizer(keys, tokens(keys));
    assertThatThrownBy(() -> ask(rotated, token, "GET", DOCS))
        .isInstanceOfSatisfying(CosmosException.class, e -> assertThat(e.status()).isEqualTo(401));
  }

  @Test
  void forgedTokensAreRefused() {
    String token = token("Read", "dbs/d/colls/c", null);
    int from = token.indexOf("sig=") + 4;
    int semicolon = token.indexOf(';');
    String signature = token.substring(from, semicolon);
    byte[] message = Base64.getDecoder().decode(token.substring(semicolon + 1, token.length() - 1));
    for (int i = 0; i < message.length; i++) {
      byte[] forged = message.clone();
      forged[i] ^= 1;
      String text = Base64.getEncoder().encodeToString(forged);
      refused(401, token.substring(0, semicolon + 1) + text + ";", "GET", DOCS);
    }
    refused(401, token.replace(signature, ""), "GET", DOCS);
    refused(401, token.substring(0, semicolon), "GET", DOCS);
    refused(401, "type=resource&ver=1&sig=!;!;", "GET", DOCS);
    refused(401, "type=resource&ver=1&sig=;;", "GET", "/");
  }
}
