package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Stored procedures: the server-side API, transactions and errors. */
class StoredProcedureSdkTest extends ScriptedSdkTest {
  private static String value(CosmosContainer container, String expression) {
    return execute(
            container, "function () { getContext().getResponse().setBody(" + expression + "); }")
        .getResponseAsString();
  }

  @Test
  void responseBodiesAreJson() throws Exception {
    CosmosContainer container = container((Integer) null);
    assertThat(value(container, "'text'")).isEqualTo("\"text\"");
    assertThat(value(container, "{a: [1, null, true]}")).isEqualTo("{\"a\":[1,null,true]}");
    CosmosStoredProcedureResponse nothing = execute(container, "function () {}");
    assertThat(nothing.getResponseAsString()).isEqualTo("\"\"");
    assertThat(nothing.getRequestCharge()).isPositive();
    assertThat(
            execute(
                    container,
                    """
                    function () {
                      for (var i = 0; i < 1000; i++) {
                        __.response.setBody(i);
                        if (getContext().getResponse().getBody() !== i) throw 'lost';
                      }
                    }\
                    """)
                .getResponseAsString())
        .isEqualTo("999");
    assertThat(
            execute(
                    container,
                    """
                    function () {
                      for (var i = 0; i < 10; i++) {
                        getContext().getResponse().appendValue('Body', i);
                      }
                    }\
                    """)
                .getResponseAsString())
        .isEqualTo("\"0123456789\"");
    assertThat(
            execute(container, "(o) => __.response.setBody('a' + o.temp)", Map.of("temp", "so"))
                .getResponseAsString())
        .isEqualTo("\"aso\"");
    assertThat(
            execute(
                    container,
                    "function f(a, b, c) { __.response.setBody(a + b + c) }",
                    "one",
                    "two",
                    "three")
                .getResponseAsString())
        .isEqualTo("\"onetwothree\"");
  }

  @Test
  void everyCallOfTheCollection() throws Exception {
    CosmosContainer container = container((Integer) null);
    String body =
        """
        function calls() {
          var c = getContext().getCollection();
          var out = [];
          var self = c.getSelfLink(), alt = c.getAltLink();
          function note(name) {
            return function (e, doc, about) {
              out.push([name, e ? e.number : doc && doc.id, about && about.statusCode]);
              __.response.setBody(out);
            };
          }
          out.push(c.createDocument(self, {id: 'a', pk: 'p', n: 1}, note('create')));
          c.createDocument(alt, {id: 'a', pk: 'p'}, note('again'));
          c.createDocument(alt + '/', '{"id":"text","pk":"p"}', {}, note('text'));
          var nameless = {pk: 'p'};
          c.createDocument(alt, nameless, function (e, doc) {
            out.push(['generated', doc.id.length, nameless.id]);
          });
          c.createDocument(alt, {pk: 'p'}, {disableAutomaticIdGeneration: true}, note('no id'));
          c.upsertDocument(alt, {id: 'a', pk: 'p', n: 2}, note('upsert'));
          c.readDocument(alt + '/docs/a', function (e, doc, about) {
            out.push(['read', doc.n]);
            c.readDocument(doc._self, {ifNoneMatch: doc._etag}, function (e, none, about) {
              out.push(['known', none === undefined, about.notModified]);
            });
            c.replaceDocument(doc._self, {id: 'a', pk: 'p', n: 3}, {etag: doc._etag},
                note('replace'));
            c.replaceDocument(doc._self, {id: 'a', pk: 'p', n: 4}, {etag: doc._etag},
                note('etag'));
            c.deleteDocument(alt + '/docs/text', function (e, about) {
              out.push(['delete', e === undefined, about.statusCode, arguments.length]);
            });
            c.readDocument(alt + '/docs/text', note('gone'));
            c.queryDocuments(self, {query: 'SELECT VALUE r.n FROM r WHERE r.id = @id',
                parameters: [{name: '@id', value: 'a'}]}, function (e, docs) {
              out.push(['query', docs]);
            });
            c.readDocuments(alt, {pageSize: 1}, function (e, docs, about) {
              out.push(['feed', docs.length, typeof about.continuation]);
              c.readDocuments(alt, {continuation: about.continuation}, function (e, more, about) {
                out.push(['rest', more.length, about.continuation]);
                __.response.setBody(out);
              });
            });
          });
          c.readDocument('dbs/other/colls/c/docs/a', note('outside'));
        }\
        """;
    JsonNode out = JSON.readTree(execute(container, body).getResponseAsString());
    assertThat(out)
        .hasToString(
            JSON.readTree(
                    """
                    [true, ["create","a",201], ["again",409,409], ["text","text",201],
                     ["generated",36,null], ["no id",400,400], ["upsert","a",200], ["read",2],
                     ["outside",400,400],
                     ["known",true,true], ["replace","a",200], ["etag",412,412],
                     ["delete",true,204,2], ["gone",404,404], ["query",[3]],
                     ["feed",1,"string"], ["rest",1,null]]\
                    """)
                .toString());
    assertThat(read(container, "a").get("n").asInt()).isEqualTo(3);
    assertThat(count(container)).isEqualTo(2);
  }

  @Test
  void whatAScriptReadsOfItsWritesIsWhatIsStored() throws Exception {
    CosmosContainer container = container((Integer) null);
    JsonNode returned =
        JSON.readTree(
            execute(
                    container,
                    """
                    function () {
                      __.createDocument(__.getSelfLink(), {id: 'a', pk: 'p'}, (e, doc) =>
                          __.response.setBody(doc));
                    }\
                    """)
                .getResponseAsString());
    ObjectNode stored = read(container, "a");
    assertThat(returned).isEqualTo(stored);
    CosmosItemRequestOptions match = new CosmosItemRequestOptions();
    match.setIfMatchETag(returned.get("_etag").asText());
    container.replaceItem(stored.put("x", 1), "a", PK, match);
  }

  @Test
  void theIntegratedQueryApi() throws Exception {
    CosmosContainer container = container((Integer) null);
    for (int i = 0; i < 5; i++) {
      ObjectNode item = item("i" + i).put("n", 4 - i);
      item.putArray("tags").add("t" + i).add("u");
      container.createItem(item);
    }
    container.createItem(JSON.createObjectNode().put("id", "x").put("pk", "other").put("n", 1));
    assertThat(
            execute(
                    container,
                    "function () { __.filter(d => d.n > 2, (e, d) => "
                        + "__.response.setBody(d.map(x => x.id).sort())); }")
                .getResponseAsString())
        .isEqualTo("[\"i0\",\"i1\"]");
    assertThat(
            execute(
                    container,
                    """
                    function () {
                      const accepted = __.chain().filter(d => d.n < 4).sortByDescending(d => d.n)
                        .map(d => ({v: d.n})).pluck('v').value({pageSize: 2});
                      if (!accepted.isAccepted) throw 'refused';
                    }\
                    """)
                .getResponseAsString())
        .isEqualTo("\"[3,2]\"");
    assertThat(
            execute(
                    container,
                    """
                    function () {
                      __.chain().sortBy(d => d.n)
                        .unwind(d => d.tags, (d, t) => d.n + t)
                        .value((e, all) => __.map(d => [d.n], (e, lists) => __.chain()
                          .map(d => [d.n]).flatten(true).value((e, flat) =>
                            __.response.setBody([all, lists.length, flat.length]))));
                    }\
                    """)
                .getResponseAsString())
        .isEqualTo(
            "[[\"0t4\",\"0u\",\"1t3\",\"1u\",\"2t2\",\"2u\",\"3t1\",\"3u\","
                + "\"4t0\",\"4u\"],5,5]");
    assertRefused(400, 400, () -> execute(container, "() => __.chain().map(d => d, {})"));
    assertThat(value(container, "__.spatial.isValid({type: 'Point', coordinates: [1, 2]})"))
        .isEqualTo("true");
  }

  @Test
  void anyExceptionUndoesEverything() {
    CosmosContainer container = container((Integer) null);
    String write = "__.createDocument(__.getSelfLink(), {id: 'a', pk: 'p'}";
    assertThat(
            assertRefused(
                    400,
                    404,
                    () ->
                        execute(
                            container,
                            "function f() { " + write + "); throw new Error(404, 'my text'); }"))
                .getMessage())
        .contains("Encountered exception while executing Javascript. Exception = Error: my text")
        .contains(".js:1:");
    assertRefused(
        400, 0, () -> execute(container, "() => { " + write + ", () => { throw 'late'; }) }"));
    assertRefused(
        400,
        0,
        () ->
            execute(
                container,
                "() => { " + write + "); Promise.resolve().then(() => getContext().abort('x')) }"));
    assertRefused(400, 409, () -> execute(container, "() => { " + write + "); " + write + "); }"));
    assertRefused(400, 65535, () -> execute(container, "function ( {"));
    assertGone(container, "a");
    // As in the service, what an async function throws is lost.
    assertThat(
            execute(container, "async () => { " + write + "); throw 'lost'; }")
                .getResponseAsString())
        .isEqualTo("\"\"");
    assertAlive(container, "a");
  }

  @Test
  void theLogIsAHeader() {
    CosmosContainer container = container((Integer) null);
    CosmosStoredProcedureResponse response =
        execute(
            container,
            """
            function () {
              console.log('The value of %s is %s.', 'x', 1);
              __.response.setBody('Success!');
            }\
            """);
    assertThat(URLDecoder.decode(response.getScriptLog(), StandardCharsets.UTF_8))
        .isEqualTo("The value of x is 1.");
    assertThat(response.getResponseAsString()).isEqualTo("\"Success!\"");
  }

  @Test
  void oneLogicalPartitionIsSeen() {
    CosmosContainer container = container((Integer) null);
    container.createItem(JSON.createObjectNode().put("id", "none"));
    container.createItem(JSON.createObjectNode().put("id", "null").putNull("pk"));
    container.createItem(JSON.createObjectNode().put("id", "false").put("pk", false));
    container.createItem(JSON.createObjectNode().put("id", "one").put("pk", 1));
    container.createItem(JSON.createObjectNode().put("id", "text").put("pk", "A"));
    String ids =
        "() => __.queryDocuments(__.getSelfLink(), 'SELECT VALUE r.id FROM r', (e, d) => "
            + "__.response.setBody(d))";
    assertThat(execute(container, PartitionKey.NONE, ids).getResponseAsString())
        .isEqualTo("[\"none\"]");
    assertThat(execute(container, new PartitionKey(null), ids).getResponseAsString())
        .isEqualTo("[\"null\"]");
    assertThat(execute(container, new PartitionKey(false), ids).getResponseAsString())
        .isEqualTo("[\"false\"]");
    assertThat(execute(container, new PartitionKey(1), ids).getResponseAsString())
        .isEqualTo("[\"one\"]");
    assertThat(execute(container, new PartitionKey("A"), ids).getResponseAsString())
        .isEqualTo("[\"text\"]");
    assertRefused(
        400,
        400,
        () ->
            execute(
                container, "() => __.createDocument(__.getSelfLink(), {id: 'z', pk: 'other'})"));
  }
}
