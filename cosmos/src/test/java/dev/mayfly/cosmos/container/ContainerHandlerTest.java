package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Containers as resources: made, found, changed, listed, deleted. */
class ContainerHandlerTest extends MetadataFixture {
  private static final String[] QUERY = {"x-ms-documentdb-isquery", "True"};

  @Test
  void aNewContainerHasEverythingFilledIn() {
    Response response =
        createContainer("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"unknown\":1}");
    assertStatus(201, response);
    BsonDocument c = json(response);
    Container container = engine.container(DATABASE, "c");
    String rid = Directory.rid(container);
    String databaseRid = Directory.rid(engine.database(DATABASE));
    assertThat(header(response, "etag")).isEqualTo(c.getString("_etag").getValue());
    BsonDocument expected =
        parse(
                """
                {"id":"c",
                 "indexingPolicy":{"indexingMode":"consistent","automatic":true,
                   "includedPaths":[{"path":"/*"}],"excludedPaths":[{"path":"/\\"_etag\\"/?"}]},
                 "partitionKey":{"paths":["/pk"],"kind":"Hash","version":1},
                 "conflictResolutionPolicy":{"mode":"LastWriterWins",
                   "conflictResolutionPath":"/_ts","conflictResolutionProcedure":""},
                 "geospatialConfig":{"type":"Geography"},
                 "_rid":"%s","_ts":%d,"_self":"dbs/%s/colls/%s/",
                 "_docs":"docs/","_sprocs":"sprocs/","_triggers":"triggers/","_udfs":"udfs/",
                 "_conflicts":"conflicts/"}"""
                    .formatted(rid, START, databaseRid, rid))
            .asDocument();
    c.remove("_etag");
    assertThat(c.toJson()).isEqualTo(reordered(expected, c).toJson());
    assertThat(header(response, "x-ms-alt-content-path")).isEqualTo("dbs/d");
    assertThat(header(response, "x-ms-content-path")).isEqualTo(databaseRid);
  }

  /** The same properties in the order of another document. */
  private static BsonDocument reordered(BsonDocument document, BsonDocument like) {
    assertThat(like.keySet()).containsExactlyInAnyOrderElementsOf(document.keySet());
    BsonDocument same = new BsonDocument();
    like.keySet().forEach(name -> same.append(name, document.get(name)));
    return same;
  }

  @Test
  void itIsFoundByNamesAndByRidsAlsoMixed() {
    BsonDocument c = created("");
    String rid = c.getString("_rid").getValue();
    String databaseRid = Directory.rid(engine.database(DATABASE));
    for (String path :
        List.of(
            C,
            "/" + c.getString("_self").getValue(),
            "/dbs/d/colls/" + rid,
            "/dbs/" + databaseRid + "/colls/c/")) {
      assertThat(get(path)).as(path).isEqualTo(c);
    }
  }

  @Test
  void whatIsNotThereIsNotFound() {
    String gone = "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found";
    for (String method : List.of("GET", "PUT", "DELETE")) {
      assertErrors(404, 0, gone, send(method, C, c("")));
      assertErrors(
          404, 1003, "Owner resource does not exist", send(method, "/dbs/none/colls/c", c("")));
    }
    assertErrors(
        404, 1003, "Owner resource does not exist", send("POST", "/dbs/none/colls", c("")));
    assertStatus(405, send("PATCH", C, ""));
    assertStatus(405, send("POST", C, ""));
    assertStatus(405, send("DELETE", COLLS, ""));
  }

  @Test
  void aNameIsTakenOnce() {
    created("");
    assertErrors(
        409,
        0,
        "Resource with specified id, name, or unique index already exists.",
        createContainer(c("")));
  }

  @Test
  void aReplacementChangesEtagAndTime() {
    BsonDocument before = created("\"defaultTtl\":10");
    clock.advance(5);
    Response response = replaceContainer(c("\"defaultTtl\":20"));
    BsonDocument after = json(response);
    assertThat(after.getNumber("defaultTtl").intValue()).isEqualTo(20);
    assertThat(after.get("_rid")).isEqualTo(before.get("_rid"));
    assertThat(after.get("_etag")).isNotEqualTo(before.get("_etag"));
    assertThat(after.getNumber("_ts").longValue()).isEqualTo(START + 5);
    assertThat(header(response, "etag")).isEqualTo(after.getString("_etag").getValue());
    assertThat(get(C)).isEqualTo(after);
    assertThat(json(send("PUT", "/" + after.getString("_self").getValue(), c(""))).get("_rid"))
        .isEqualTo(before.get("_rid"));
  }

  @Test
  void anEtagOfAnEarlierVersionIsRefused() {
    String text =
        "Operation cannot be performed because one of the specified precondition is not met.";
    String first = created("").getString("_etag").getValue();
    String second = replaced("\"defaultTtl\":5", "If-Match", first).getString("_etag").getValue();
    assertErrors(412, 0, text, replaceContainer(c(""), "If-Match", first));
    assertErrors(412, 0, text, send("DELETE", C, "", "If-Match", first));
    assertErrors(412, 0, text, send("DELETE", C, "", "If-Match", "\"nonsense\""));
    assertThat(get(C).getString("_etag").getValue()).isEqualTo(second);
    Response known = send("GET", C, "", "If-None-Match", second);
    assertStatus(304, known);
    assertThat(header(known, "etag")).isEqualTo(second);
    assertStatus(200, send("GET", C, "", "If-None-Match", first));
    assertStatus(200, replaceContainer(c(""), "If-Match", "*"));
    String third = get(C).getString("_etag").getValue();
    assertStatus(204, send("DELETE", C, "", "If-Match", third));
  }

  @Test
  void deletingDeletesItsChildrenToo() {
    String rid = created("").getString("_rid").getValue();
    assertStatus(204, send("DELETE", C, ""));
    assertThat(childrenDeleted).containsExactly(rid);
    assertStatus(404, send("GET", C, ""));
    assertThat(created("").getString("_rid").getValue()).isNotEqualTo(rid);
  }

  @Test
  void aListComesInPages() {
    for (String id : List.of("b", "a", "e", "c", "d")) {
      createContainer("{\"id\":\"" + id + "\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    }
    List<String> ids = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    String continuation = "";
    do {
      Response page =
          send("GET", COLLS, "", "x-ms-max-item-count", "2", "x-ms-continuation", continuation);
      List<String> onPage = ids(page);
      assertThat(header(page, "x-ms-item-count")).isEqualTo("" + onPage.size());
      assertThat(json(page).getNumber("_count").intValue()).isEqualTo(onPage.size());
      assertThat(json(page).getString("_rid").getValue())
          .isEqualTo(Directory.rid(engine.database(DATABASE)));
      ids.addAll(onPage);
      sizes.add(onPage.size());
      if (sizes.size() == 1) {
        // What is deleted behind the reader moves nothing.
        assertStatus(204, send("DELETE", COLLS + "/a", ""));
      }
      continuation = header(page, "x-ms-continuation");
    } while (continuation != null);
    assertThat(ids).containsExactly("a", "b", "c", "d", "e");
    assertThat(sizes).containsExactly(2, 2, 1);
    assertThat(ids(send("GET", COLLS, "", "x-ms-max-item-count", "-1"))).hasSize(4);
    assertStatus(200, send("GET", COLLS, "", "x-ms-max-item-count", "0"));
    assertStatus(400, send("GET", COLLS, "", "x-ms-max-item-count", "-2"));
    assertStatus(400, send("GET", COLLS, "", "x-ms-max-item-count", "many"));
    assertStatus(400, send("GET", COLLS, "", "x-ms-continuation", "?"));
  }

  private static List<String> ids(Response feed) {
    return json(feed).getArray("DocumentCollections").stream()
        .map(each -> each.asDocument().getString("id").getValue())
        .toList();
  }

  @Test
  void aQueryFindsContainers() {
    createContainer("{\"id\":\"a\"}");
    createContainer("{\"id\":\"b\"}");
    String query =
        "{\"query\":\"SELECT * FROM root r WHERE r.id=@id\","
            + "\"parameters\":[{\"name\":\"@id\",\"value\":\"b\"}]}";
    assertThat(ids(send("POST", COLLS, query, QUERY))).containsExactly("b");
  }

  @Test
  void idsAreChecked() {
    for (String id : List.of("", "a/b", "a\\\\b", "a?", "#", "end ", "x".repeat(256), "\\ud800")) {
      assertStatus(400, createContainer("{\"id\":\"" + id + "\"}"));
    }
    for (String id : List.of("x".repeat(255), "middle space", "Ü+%", "\\ud83d\\ude00")) {
      assertStatus(201, createContainer("{\"id\":\"" + id + "\"}"));
    }
    assertErrors(
        400,
        0,
        "The input content is invalid because the required properties - 'id; ' - are missing",
        createContainer("{}"));
    assertBad("One of the specified inputs is invalid", createContainer("{\"id\":5}"));
    created("");
    assertBad("renamed", replaceContainer("{\"id\":\"other\"}"));
  }

  @Test
  @Rule("C3")
  void quotaHeadersLeaveOutWhatHasExpired() {
    created("\"defaultTtl\":10");
    Container c = engine.container(DATABASE, "c");
    putMany(c, "a", 3, "text", "x".repeat(2000));
    clock.advance(5);
    put(c, "b", "text", "x".repeat(500));
    Response response = send("GET", C, "", "x-ms-documentdb-populatequotainfo", "True");
    assertThat(header(response, "x-ms-resource-usage"))
        .contains("documentsCount=4;")
        .contains("documentsSize=7;collectionSize".replace(";c", ";documentsCount=4;c"));
    assertThat(header(response, "x-ms-resource-quota"))
        .isEqualTo(
            "documentSize=51200;documentsSize=52428800;documentsCount=-1;"
                + "collectionSize=52428800;");
    assertThat(header(response, "x-ms-documentdb-collection-index-transformation-progress"))
        .isEqualTo("100");
    clock.advance(5);
    assertThat(
            header(
                send("GET", C, "", "x-ms-documentdb-populatequotainfo", "true"),
                "x-ms-resource-usage"))
        .isEqualTo("documentSize=1;documentsSize=1;documentsCount=1;collectionSize=1;");
    assertThat(header(send("GET", C, ""), "x-ms-resource-usage")).isNull();
  }

  @Test
  void theProgressHeaderCountsBuildsOfVectors() {
    created("");
    BuildProgress graph = new BuildProgress("/v", BuildProgress.Kind.VECTORS, 30, 120);
    Runnable end = engine.background().derivedBuilds().add(container -> List.of(graph));
    String header = "x-ms-documentdb-collection-index-transformation-progress";
    String[] asked = {"x-ms-documentdb-populatequotainfo", "True"};
    assertThat(header(send("GET", C, "", asked), header)).isEqualTo("25");
    end.run();
    assertThat(header(send("GET", C, "", asked), header)).isEqualTo("100");
  }

  @Test
  @Rule("C10")
  void theGuardRefusesAndCanBeForced() {
    created("");
    put(engine.container(DATABASE, "c"), "a");
    clock.advance(100);
    reopen(EngineOptions.DEFAULT.withoutBackground().withRealTime(realTime).withGuardPercent(50));
    openHandlers();
    BsonDocument before = get(C);
    assertBad("x-mayfly-force: true", replaceContainer(c("\"defaultTtl\":10")));
    assertThat(get(C)).isEqualTo(before);
    assertStatus(200, replaceContainer(c("\"defaultTtl\":10"), "x-mayfly-force", "true"));
    assertThat(isThere(engine.container(DATABASE, "c"), "a")).isFalse();
  }

  @Test
  void operationsGoToTheirOwnHandler() {
    created("");
    assertStatus(299, send("POST", C + "/operations/partitionkeydelete", ""));
  }

  @Test
  void collectionsOfTheMongoDbApiAreNotFound() {
    engine.createContainer(
        DATABASE,
        ContainerDefinition.named("m")
            .opaque(new BsonDocument("mongodb", new BsonDocument()))
            .build());
    createContainer("{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    String rid = Directory.rid(engine.container(DATABASE, "m"));

    assertStatus(404, send("GET", "/dbs/d/colls/m", ""));
    assertStatus(404, send("GET", "/dbs/d/colls/" + rid, ""));
    assertThat(json(send("GET", "/dbs/d/colls", "")).getArray("DocumentCollections")).hasSize(1);
  }
}
