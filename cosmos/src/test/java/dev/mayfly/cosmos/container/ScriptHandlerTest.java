package dev.mayfly.cosmos.container;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.query.MetadataQuery;
import dev.mayfly.cosmos.resource.ChildFixture;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptHandlerTest extends ChildFixture {
  private static final String BODY =
      "{\"id\":\"s\",\"body\":\"function(){}\",\"triggerType\":\"Pre\","
          + "\"triggerOperation\":\"All\"}";

  private boolean installed = true;

  private ScriptHandler handler(ResourceType type) {
    return new ScriptHandler(
        type,
        directory,
        children,
        QUERY,
        (call, container, id, body) -> Response.json(200, (id + " " + body).getBytes(UTF_8)),
        () -> {
          if (!installed) {
            throw CosmosException.errors(501, 0, "Install the engine.");
          }
        },
        () -> {});
  }

  @ParameterizedTest
  @EnumSource(names = {"STORED_PROCEDURE", "TRIGGER", "FUNCTION"})
  void withoutAnEngineNoneIsMadeAndWhatIsThereCanBeReadAndDeleted(ResourceType type) {
    ScriptHandler scripts = handler(type);
    String path = "/dbs/d/colls/c/" + type.segment();
    json(201, call(scripts, "POST", path, BODY));
    installed = false;
    assertThat(message(501, call(scripts, "POST", path, BODY.replace("\"s\"", "\"t\""))))
        .contains("Install the engine.");
    message(501, call(scripts, "PUT", path + "/s", BODY));
    json(200, call(scripts, "GET", path + "/s", null));
    assertThat(call(scripts, "DELETE", path + "/s", null).status()).isEqualTo(204);
  }

  @ParameterizedTest
  @EnumSource(names = {"STORED_PROCEDURE", "TRIGGER", "FUNCTION"})
  void scriptsAreKept(ResourceType type) {
    ScriptHandler scripts = handler(type);
    String path = "/dbs/d/colls/c/" + type.segment();
    Response created = call(scripts, "POST", path, BODY);
    BsonDocument json = json(201, created);
    String rid =
        ResourceId.child(container.state().database(), container.state().number(), type, 1);
    assertThat(json.getString("_rid").getValue()).isEqualTo(rid);
    assertThat(json.getString("_self").getValue())
        .isEqualTo(
            "dbs/"
                + databaseRid
                + "/colls/"
                + containerRid
                + "/"
                + type.segment()
                + "/"
                + rid
                + "/");
    assertThat(json.getString("body").getValue()).isEqualTo("function(){}");
    assertThat(created.headers().get("x-ms-alt-content-path")).isEqualTo("dbs/d/colls/c");
    assertThat(created.headers().get("x-ms-content-path")).isEqualTo(containerRid);
    assertThat(json(200, call(scripts, "GET", path + "/s", null))).isEqualTo(json);
    String byRid = "/dbs/" + databaseRid + "/colls/" + containerRid + "/" + type.segment();
    assertThat(json(200, call(scripts, "GET", byRid + "/" + rid, null))).isEqualTo(json);
    message(409, call(scripts, "POST", path, BODY));
    BsonDocument replaced =
        json(200, call(scripts, "PUT", path + "/s", BODY.replace("(){}", "(a){}")));
    assertThat(replaced.getString("body").getValue()).isEqualTo("function(a){}");
    assertThat(ids(call(scripts, "GET", path, null), type)).containsExactly("s");
    assertThat(
            ids(
                call(scripts, "POST", path, "{\"query\":\"s\"}", "x-ms-documentdb-isquery", "true"),
                type))
        .containsExactly("s");
    assertThat(call(scripts, "DELETE", path + "/s", null).status()).isEqualTo(204);
    message(404, call(scripts, "GET", path + "/s", null));
  }

  @Test
  void largeScriptsComeInSeveralPages() {
    ScriptHandler scripts =
        new ScriptHandler(
            ResourceType.FUNCTION,
            directory,
            children,
            new MetadataQuery(System::currentTimeMillis)::query,
            (call, container, id, body) -> Response.of(200),
            () -> {},
            () -> {});
    String path = "/dbs/d/colls/c/udfs";
    for (int i = 0; i < 7; i++) {
      String large = BODY.replace("\"s\"", "\"s" + i + "\"").replace("{}", "x".repeat(900_000));
      json(201, call(scripts, "POST", path, large));
    }
    String query = "{\"query\":\"SELECT * FROM c WHERE c.id != 's3'\"}";
    assertThat(pages(scripts, path, "GET", null)).containsExactly("s0s1", "s2s3", "s4s5", "s6");
    assertThat(pages(scripts, path, "POST", query)).containsExactly("s0s1", "s2s4", "s5s6");
    message(400, call(scripts, "GET", path, null, "x-ms-continuation", "AAAA"));
  }

  /** The ids of each page until there is no other. */
  private static List<String> pages(Handler scripts, String path, String method, String body) {
    List<String> pages = new ArrayList<>();
    String next = "";
    while (next != null) {
      List<String> headers = new ArrayList<>(List.of("x-ms-documentdb-isquery", "true"));
      if (!next.isEmpty()) {
        headers.addAll(List.of("x-ms-continuation", next));
      }
      Response page = call(scripts, method, path, body, headers.toArray(String[]::new));
      pages.add(String.join("", ids(page, ResourceType.FUNCTION)));
      next = page.headers().get("x-ms-continuation");
    }
    return pages;
  }

  @Test
  void scriptsOfOneContainerAreNotThoseOfAnother() {
    ScriptHandler scripts = handler(ResourceType.FUNCTION);
    json(201, call(scripts, "POST", "/dbs/d/colls/c/udfs", BODY));
    message(404, call(scripts, "GET", "/dbs/d/colls/other/udfs/s", null));
    message(404, call(handler(ResourceType.TRIGGER), "GET", "/dbs/d/colls/c/triggers/s", null));
    assertThat(message(404, call(scripts, "GET", "/dbs/d/colls/no/udfs", null)))
        .contains("Owner resource does not exist");
    children.deleteAll(containerRid);
    message(404, call(scripts, "GET", "/dbs/d/colls/c/udfs/s", null));
  }

  @Test
  void bodiesAreChecked() {
    ScriptHandler triggers = handler(ResourceType.TRIGGER);
    String path = "/dbs/d/colls/c/triggers";
    assertThat(message(400, call(triggers, "POST", path, "{\"id\":\"s\"}"))).contains("'body; '");
    message(400, call(triggers, "POST", path, "{\"id\":\"s\",\"body\":7}"));
    message(400, call(triggers, "POST", path, BODY.replace("Pre", "During")));
    message(400, call(triggers, "POST", path, BODY.replace("All", "Read")));
    message(400, call(triggers, "POST", path, "{\"id\":\"s\",\"body\":\"x\"}"));
    // As the JavaScript client writes them.
    BsonDocument made =
        json(201, call(triggers, "POST", path, BODY.replace("Pre", "post").replace("All", "all")));
    assertThat(made.getString("triggerType").getValue()).isEqualTo("post");
  }

  @Test
  void proceduresAreExecutedAndNothingElse() {
    String path = "/dbs/d/colls/c/sprocs";
    ScriptHandler procedures = handler(ResourceType.STORED_PROCEDURE);
    message(404, call(procedures, "POST", path + "/s", "[]"));
    json(201, call(procedures, "POST", path, BODY));
    assertThat(new String(call(procedures, "POST", path + "/s", "[]").body(), UTF_8))
        .isEqualTo("s function(){}");
    message(405, call(handler(ResourceType.FUNCTION), "POST", "/dbs/d/colls/c/udfs/s", "[]"));
  }

  @Test
  void aContainerHasAHundredProceduresAndFiftyFunctions() {
    for (ResourceType type : List.of(ResourceType.STORED_PROCEDURE, ResourceType.FUNCTION)) {
      String path = "/dbs/d/colls/c/" + type.segment();
      int most = type == ResourceType.FUNCTION ? 50 : 100;
      for (int i = 0; i < most; i++) {
        json(201, call(handler(type), "POST", path, BODY.replace("\"s\"", "\"s" + i + "\"")));
      }
      assertThat(message(403, call(handler(type), "POST", path, BODY))).contains(most + " ");
      call(handler(type), "DELETE", path + "/s7", null);
      json(201, call(handler(type), "POST", path, BODY));
    }
  }

  @Test
  void thereAreNoConflicts() {
    ConflictHandler conflicts = new ConflictHandler(directory);
    String path = "/dbs/d/colls/c/conflicts";
    Response none = call(conflicts, "GET", path, null);
    assertThat(ids(none, ResourceType.CONFLICT)).isEmpty();
    assertThat(json(200, none).getString("_rid").getValue()).isEqualTo(containerRid);
    String[] isQuery = {"x-ms-documentdb-isquery", "true"};
    assertThat(message(400, call(conflicts, "POST", path, "{\"query\":\"x\"}", isQuery)))
        .contains("Cross partition query is required but disabled.");
    for (String scope :
        new String[] {
          "x-ms-documentdb-query-enablecrosspartition: True",
          "x-ms-documentdb-partitionkey: [1]",
          "x-ms-documentdb-partitionkeyrangeid: 0"
        }) {
      String[] header = scope.split(": ");
      Response query =
          call(
              conflicts,
              "POST",
              path,
              "{\"query\":\"x\"}",
              isQuery[0],
              isQuery[1],
              header[0],
              header[1]);
      assertThat(ids(query, ResourceType.CONFLICT)).isEmpty();
    }
    message(404, call(conflicts, "GET", path + "/x", null));
    message(404, call(conflicts, "DELETE", path + "/x", null));
    message(405, call(conflicts, "POST", path, "{}"));
    message(404, call(conflicts, "GET", "/dbs/d/colls/no/conflicts", null));
  }
}
