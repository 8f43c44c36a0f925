package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import org.junit.jupiter.api.Test;

/** Scripts and time to live. */
class ScriptTtlSdkTest extends ScriptedSdkTest {
  @Test
  void whatHasExpiredIsNotThereForScripts() {
    CosmosContainer container = container(-1);
    container.createItem(item("dying", 10));
    container.createItem(item("alive"));
    String body =
        """
        function (id) {
          const out = [];
          __.readDocument(__.getAltLink() + '/docs/' + id, (e, d) => out.push(e ? e.number : d.id));
          __.queryDocuments(__.getSelfLink(), 'SELECT VALUE COUNT(1) FROM r', (e, d) =>
              out.push(d[0]));
          __.map(d => d.id, (e, ids) => { out.push(ids.sort()); __.response.setBody(out); });
        }\
        """;
    assertThat(execute(container, body, "dying").getResponseAsString())
        .isEqualTo("[\"dying\",2,[\"alive\",\"dying\"]]");
    clock().advance(10);
    assertThat(execute(container, body, "dying").getResponseAsString())
        .isEqualTo("[404,1,[\"alive\"]]");
    String again = "() => __.createDocument(__.getSelfLink(), {id: 'dying', pk: 'p', ttl: 5})";
    execute(container, again);
    assertAlive(container, "dying");
    clock().advance(4);
    assertRefused(400, 409, () -> execute(container, again));
    clock().advance(1);
    assertGone(container, "dying");
  }

  @Test
  void writesOfScriptsStartTheCountdown() {
    CosmosContainer container = container(10);
    container.createItem(item("a"));
    clock().advance(9);
    trigger(
        container,
        "touch",
        TriggerType.POST,
        TriggerOperation.ALL,
        """
        function () {
          __.readDocument(__.getAltLink() + '/docs/a', (e, d) =>
              __.replaceDocument(d._self, d));
        }\
        """);
    container.createItem(item("b"), PK, triggers(null, "touch"));
    clock().advance(9);
    assertAlive(container, "a");
    clock().advance(1);
    assertThat(ids(container)).isEmpty();
    assertRefused(
        400,
        400,
        () ->
            execute(
                container,
                "() => __.createDocument(__.getSelfLink(), " + "{id: 'c', pk: 'p', ttl: 0})"));
  }

  @Test
  void theClockOfScriptsIsTheServers() {
    CosmosContainer container = container((Integer) null);
    long second = clock().epochMilli() / 1000;
    String returned =
        execute(container, "() => __.response.setBody(Math.floor(Date.now() / 1000))")
            .getResponseAsString();
    assertThat(Long.parseLong(returned) - second).isBetween(0L, 60L);
  }
}
