package dev.mayfly.cosmos.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ChildFixture;
import dev.mayfly.cosmos.resource.ResourcePath;
import java.util.Base64;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyAuthorizerTest extends ChildFixture {
  private static final long NOW = 1_794_783_600L; // Sun, 15 Nov 2026 23:00:00 GMT
  private static final String PRIMARY = key("primary");
  private static final String SECONDARY = key("secondary");
  private static final String PRIMARY_READ = key("primary for reading");
  private static final String SECONDARY_READ = key("secondary for reading");
  private static final String INSUFFICIENT =
      "Insufficient permissions provided in the authorization header for the corresponding"
          + " request. Please retry with another authorization header.";

  private final KeyAuthorizer authorizer =
      authorizer(new AccountKeys(PRIMARY, SECONDARY, PRIMARY_READ, SECONDARY_READ));

  private static String key(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes());
  }

  private KeyAuthorizer authorizer(AccountKeys keys) {
    return authorizer(keys, NOW * 1000 + 999);
  }

  private KeyAuthorizer authorizer(AccountKeys keys, long wallMillis) {
    KeyRing ring = new KeyRing(keys);
    ResourceTokens tokens = new ResourceTokens(ring, children, () -> wallMillis);
    return new KeyAuthorizer(ring, tokens, directory, () -> wallMillis);
  }

  private Caller authorize(Request request) {
    return authorizer.authorize(request, ResourcePath.parse(request.path()));
  }

  private AbstractThrowableAssert<?, ?> assertRefused(int status, Request request) {
    return assertThatThrownBy(() -> authorize(request))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.status()).isEqualTo(status));
  }

  private static SigningClient client(String key) {
    return new SigningClient(key, NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, '', ''",
    "GET, '', '', ''",
    "GET, /dbs, dbs, ''",
    "POST, /dbs/, dbs, ''",
    "GET, /dbs/d1, dbs, dbs/d1",
    "GET, /dbs/d1/, dbs, dbs/d1",
    "POST, /dbs/d1/colls, colls, dbs/d1",
    "DELETE, /dbs/D1/colls/C1, colls, dbs/D1/colls/C1",
    "POST, /dbs/d/colls/c/docs, docs, dbs/d/colls/c",
    "PATCH, /dbs/d/colls/c/docs/i, docs, dbs/d/colls/c/docs/i",
    "GET, /dbs/d/colls/c/docs/a%20b, docs, dbs/d/colls/c/docs/a b",
    "GET, /dbs/d/colls/c/docs/100%25, docs, dbs/d/colls/c/docs/100%",
    "GET, /dbs/d/colls/c/docs/a%2520b, docs, dbs/d/colls/c/docs/a%20b",
    "GET, /dbs/d/colls/c/docs/a+b, docs, dbs/d/colls/c/docs/a+b",
    "GET, /dbs/d/colls/c/docs/%C3%A4%F0%9F%A6%8B, docs, dbs/d/colls/c/docs/ä🦋",
    "POST, /dbs/d/colls/c/sprocs/s, sprocs, dbs/d/colls/c/sprocs/s",
    "PUT, /dbs/d/colls/c/triggers/t, triggers, dbs/d/colls/c/triggers/t",
    "GET, /dbs/d/colls/c/udfs, udfs, dbs/d/colls/c",
    "GET, /dbs/d/colls/c/conflicts, conflicts, dbs/d/colls/c",
    "GET, /dbs/d/colls/c/pkranges, pkranges, dbs/d/colls/c",
    "POST, /dbs/d/colls/c/operations/partitionkeydelete, colls, dbs/d/colls/c",
    "GET, /dbs/d/users/u, users, dbs/d/users/u",
    "POST, /dbs/d/users/u/permissions, permissions, dbs/d/users/u",
    "PUT, /dbs/d/users/u/permissions/p, permissions, dbs/d/users/u/permissions/p",
    "GET, /dbs/d/clientencryptionkeys/k, clientencryptionkeys, dbs/d/clientencryptionkeys/k",
    "POST, /offers, offers, ''",
    "PUT, /offers/AbC4, offers, abc4",
    "GET, /dbs/AQAAAQ==, dbs, aqaaaq==",
    "GET, /dbs/AQAAAQ==/colls, colls, aqaaaq==",
    "PUT, /dbs/AQAAAQ==/colls/AQAAAYAAAAE=, colls, aqaaayaaaae=",
    "GET, /dbs/AQAAAQ==/colls/AQAAAYAAAAE=/pkranges, pkranges, aqaaayaaaae=",
    "GET, /dbs/AQAAAQ%3D%3D/colls/AQAAAYAAAAE%3D/pkranges/, pkranges, aqaaayaaaae=",
    "POST, /dbs/AQAAAQ==/colls/AQAAAYAAAAE=/docs, docs, aqaaayaaaae=",
    "GET, /dbs/AQAAAQ==/colls/AQAAAYAAAAE=, colls, dbs/AQAAAQ==/colls/AQAAAYAAAAE=",
  })
  void letsInWhatIsSignedByTheRules(String method, String path, String type, String link) {
    Request request = client(PRIMARY).request(method, path, type, link);
    assertThat(authorize(request)).isEqualTo(Caller.OWNER);
    assertThat(authorize(client(SECONDARY).request(method, path, type, link)))
        .isEqualTo(Caller.OWNER);
    assertRefused(401, client(key("another")).request(method, path, type, link));
    assertRefused(401, client(PRIMARY).request(method, path, type, link + "x"));
    assertRefused(401, client(PRIMARY).request(method, path, type + "x", link));
  }

  @Test
  void recordedSignatureOfTheServicesDocumentation() {
    // The example on the documentation's page about access control.
    String documented =
        "dsZQi3KtZmCv1ljt3VNWNm7sQUF1y5rJfC6kv5JiwvW0EndXdDku/dkKBp8/ufDToSxLzR4y+O/0H/t4bQtVNw==";
    KeyAuthorizer old =
        authorizer(
            new AccountKeys(documented, null, null, null),
            RequestDate.parse("Thu, 27 Apr 2017 00:51:12 GMT") * 1000);
    Request request =
        SigningClient.unsigned(
            "GET",
            "/dbs/ToDoList",
            SigningClient.headers(
                "x-ms-date",
                "Thu, 27 Apr 2017 00:51:12 GMT",
                "authorization",
                "type%3dmaster%26ver%3d1.0%26sig%3d"
                    + "c09PEVJrgp2uQRkr934kFbTqhByc7TVr3OHyqlu%2bc%2bc%3d"));
    assertThat(old.authorize(request, ResourcePath.parse(request.path()))).isEqualTo(Caller.OWNER);
  }

  @Test
  void namesAreNotResourceIdsWhenOnlyOneOfThemLooksLikeOne() {
    assertRefused(
        401, client(PRIMARY).request("GET", "/dbs/d/colls/AQAAAYAAAAE=", "colls", "aqaaayaaaae="));
  }

  @Test
  void anotherVerbNeedsAnotherSignature() {
    Request get = client(PRIMARY).request("GET", "/dbs/d", "dbs", "dbs/d");
    assertRefused(401, SigningClient.unsigned("DELETE", "/dbs/d", get.headers()));
    assertRefused(401, SigningClient.unsigned("GET", "/dbs/e", get.headers()));
  }

  @Test
  void wrongKeyIsReportedThePayload() {
    assertRefused(401, client(key("x")).request("GET", "/dbs/x", "dbs", "dbs/x"))
        .hasMessage(
            "The input authorization token can't serve the request. The wrong key is being used or"
                + " the expected payload is not built as per the protocol. For more info:"
                + " https://aka.ms/cosmosdb-tsg-unauthorized. Server used the following payload to"
                + " sign: 'get\ndbs\ndbs/x\nsun, 15 nov 2026 23:00:00 gmt\n\n'");
    assertRefused(401, client(key("x")).request("GET", "/dbs/AQAAAQ==/colls", "colls", "x"))
        .hasMessageContaining("'get\ncolls\naqaaaq==\nsun, 15 nov 2026 23:00:00 gmt\n\n'");
  }

  @Test
  void rotatedKeyIsNotKnown() {
    KeyAuthorizer rotated = authorizer(new AccountKeys(key("new"), SECONDARY, null, null));
    Request old = client(PRIMARY).request("GET", "/dbs", "dbs", "");
    Request other = client(SECONDARY).request("GET", "/dbs", "dbs", "");
    assertThatThrownBy(() -> rotated.authorize(old, ResourcePath.parse("/dbs")))
        .isInstanceOf(CosmosException.class);
    assertThat(rotated.authorize(other, ResourcePath.parse("/dbs"))).isEqualTo(Caller.OWNER);
  }

  @Test
  void readOnlyKeysRead() {
    for (String key : new String[] {PRIMARY_READ, SECONDARY_READ}) {
      SigningClient reader = client(key);
      Caller.Owner readOnly = new Caller.Owner(true);
      assertThat(authorize(reader.request("GET", "/dbs/d", "dbs", "dbs/d"))).isEqualTo(readOnly);
      String docs = "/dbs/d/colls/c/docs";
      String c = "dbs/d/colls/c";
      assertThat(
              authorize(reader.request("POST", docs, "docs", c, "x-ms-documentdb-isquery", "True")))
          .isEqualTo(readOnly);
      assertThat(
              authorize(
                  reader.request(
                      "POST", docs, "docs", c, "x-ms-cosmos-is-query-plan-request", "true")))
          .isEqualTo(readOnly);
    }
  }

  @Test
  void readOnlyKeysDoNotWrite() {
    SigningClient reader = client(PRIMARY_READ);
    String c = "dbs/d/colls/c";
    String docs = "/" + c + "/docs";
    assertRefused(403, reader.request("POST", docs, "docs", c)).hasMessage(INSUFFICIENT);
    assertRefused(403, reader.request("DELETE", "/" + c, "colls", c)).hasMessage(INSUFFICIENT);
    assertRefused(403, reader.request("PUT", docs + "/i", "docs", c + "/docs/i"));
    assertRefused(403, reader.request("PATCH", docs + "/i", "docs", c + "/docs/i"));
    assertRefused(403, reader.request("POST", "/" + c + "/sprocs/s", "sprocs", c + "/sprocs/s"));
    assertRefused(
        403, reader.request("GET", "/dbs/d/users/u/permissions", "permissions", "dbs/d/users/u"));
    String query = "x-ms-documentdb-isquery";
    assertRefused(
        403,
        reader.request(
            "POST", docs, "docs", c, query, "true", "x-ms-cosmos-is-batch-request", "true"));
    assertRefused(
        403,
        reader.request(
            "POST", docs, "docs", c, query, "true", "x-ms-documentdb-is-upsert", "true"));
    String plan = "x-ms-cosmos-is-query-plan-request";
    assertRefused(403, reader.request("POST", "/dbs", "dbs", "", plan, "true"));
    assertRefused(403, reader.request("POST", "/dbs/d/colls", "colls", "dbs/d", plan, "true"));
    assertRefused(403, reader.request("POST", "/dbs/d/users", "users", "dbs/d", plan, "true"));
  }

  @Test
  void dateMayBeFifteenMinutesOffBothWays() {
    assertThat(authorize(account(NOW - 900))).isEqualTo(Caller.OWNER);
    assertThat(authorize(account(NOW + 900))).isEqualTo(Caller.OWNER);
    assertRefused(403, account(NOW - 901))
        .hasMessage(
            "The authorization token is not valid at the current time. Please create another token"
                + " and retry (token start time: Sun, 15 Nov 2026 22:44:59 GMT, token expiry time:"
                + " Sun, 15 Nov 2026 22:59:59 GMT, current server time: Sun, 15 Nov 2026 23:00:00"
                + " GMT).");
    assertRefused(403, account(NOW + 901))
        .hasMessageContaining("start time: Sun, 15 Nov 2026 23:15:01");
  }

  private static Request account(long second) {
    return new SigningClient(PRIMARY, second).request("GET", "/", "", "");
  }

  @Test
  void dateHeaderServesInPlaceOfTheOwnOne() {
    String date = "Sun, 15 Nov 2026 23:00:00 GMT";
    String signature = SigningClient.sign(PRIMARY, "get\ndbs\n\n\nsun, 15 nov 2026 23:00:00 gmt\n");
    String token = "type=master&ver=1.0&sig=" + signature;
    Request request =
        SigningClient.unsigned(
            "GET", "/dbs", SigningClient.headers("date", date, "authorization", token));
    assertThat(authorize(request)).isEqualTo(Caller.OWNER);
    // What a proxy adds does not count when the client's own is there.
    Request both = client(PRIMARY).request("GET", "/dbs", "dbs", "", "date", date);
    assertThat(authorize(both)).isEqualTo(Caller.OWNER);
  }

  @Test
  void missingHeaders() {
    assertRefused(401, SigningClient.unsigned("GET", "/", SigningClient.headers()))
        .hasMessage(
            "Required Header authorization is missing. Ensure a valid Authorization token is"
                + " passed.");
    assertRefused(401, withToken("type=master&ver=1.0&sig=AAAA"))
        .hasMessage(
            "Authorization token mandates Date headers. Please pass in RFC 1123 style date"
                + " format.");
    assertRefused(
            401,
            SigningClient.unsigned(
                "GET",
                "/",
                SigningClient.headers(
                    "authorization", "type=master&ver=1.0&sig=AAAA", "x-ms-date", "yesterday")))
        .hasMessage(
            "The input date header is invalid format. Please pass in RFC 1123 style date format.");
  }

  private static Request withToken(String token) {
    return SigningClient.unsigned("GET", "/", SigningClient.headers("authorization", token));
  }

  @ParameterizedTest
  @CsvSource({
    "Bearer abc",
    "type",
    "type=master",
    "type=master&ver=1.0",
    "ver=1.0&type=master&sig=x",
    "type=other&ver=1.0&sig=x",
    "type%3Dmaster%26ver%3D1.0%26sig%3",
    "%zz",
    "type%3Dä&ver=1&sig=x",
  })
  void malformedHeader(String token) {
    assertRefused(401, withToken(token))
        .hasMessage(
            "Authorization header doesn't confirm to the required format. Please verify and try"
                + " again.");
  }

  @Test
  void signatureThatIsNotBase64IsWrong() {
    Request good = client(PRIMARY).request("GET", "/", "", "");
    good.headers().set("authorization", "type=master&ver=1.0&sig=%%%".replace("%", "!"));
    assertRefused(401, good).hasMessageContaining("can't serve the request");
    good.headers().set("authorization", "type=master&ver=1.0&sig=");
    assertRefused(401, good).hasMessageContaining("can't serve the request");
  }

  @Test
  void directoryTokensAreDistinguished() {
    assertRefused(401, withToken("type=aad&ver=1.0&sig=eyJ0"))
        .hasMessageContaining("use an account key or a resource token");
  }

  @Test
  void keysAreChecked() {
    assertThatThrownBy(() -> new AccountKeys("not base64!", null, null, null))
        .hasMessage("The primary key is not base64.");
    assertThatThrownBy(() -> new AccountKeys(PRIMARY, "", null, null))
        .hasMessage("The secondary key is empty.");
    assertThat(new AccountKeys(PRIMARY, null, null, null).toString()).doesNotContain(PRIMARY);
  }

  @Test
  void datesInAllTheirForms() {
    assertThat(RequestDate.parse("Sun, 15 Nov 2026 23:00:00 GMT")).isEqualTo(NOW);
    assertThat(RequestDate.parse("sun, 15 nov 2026 23:00:00 gmt")).isEqualTo(NOW);
    assertThat(RequestDate.parse("Thu, 1 Jan 1970 00:00:07 GMT")).isEqualTo(7);
    assertThat(RequestDate.text(0)).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
  }
}
