package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** Triggers that requests name. */
class TriggerSdkTest extends ScriptedSdkTest {
  private static final String UPPER =
      """
      function () {
        var item = getContext().getRequest().getBody();
        item.id = item.id.toUpperCase() + 't1';
        getContext().getRequest().setBody(item);
        item.later = true;
      }\
      """;

  @Test
  void aPreTriggerChangesWhatIsWritten() {
    CosmosContainer container = container((Integer) null);
    trigger(container, "t1", TriggerType.PRE, TriggerOperation.CREATE, UPPER);
    trigger(container, "empty", TriggerType.PRE, TriggerOperation.ALL, "function () {}");
    ObjectNode made = container.createItem(item("doc1"), PK, triggers("t1", null)).getItem();
    assertThat(made).isEqualTo(read(container, "DOC1t1"));
    assertThat(made.get("later").asBoolean()).isTrue();
    container.createItem(item("Doc3"), PK, triggers("empty", null));
    assertAlive(container, "Doc3");
    assertGone(container, "doc1");
    container.deleteItem("Doc3", PK, triggers("empty", null));
    assertGone(container, "Doc3");
  }

  @Test
  void aPostTriggerSeesBothBodiesAndUndoesTheWrite() {
    CosmosContainer container = container((Integer) null);
    trigger(container, "pre", TriggerType.PRE, TriggerOperation.ALL, UPPER);
    trigger(
        container,
        "post",
        TriggerType.POST,
        TriggerOperation.ALL,
        """
        function () {
          var sent = getContext().getRequest().getBody().id;
          var stored = getContext().getResponse().getBody().id;
          if (sent !== stored || sent !== 'TESTING POST TRIGGERt1') throw 'not as expected';
          __.createDocument(__.getSelfLink(), {id: 'audit', pk: 'p', of: stored});
        }\
        """);
    assertRefused(400, 0, () -> container.createItem(item("other"), PK, triggers("pre", "post")));
    assertThat(ids(container)).isEmpty();
    container.createItem(item("testing post trigger"), PK, triggers("pre", "post"));
    assertThat(ids(container)).containsExactly("TESTING POST TRIGGERt1", "audit");
  }

  @Test
  void aTriggerQueriesAndCounts() {
    CosmosContainer container = container((Integer) null);
    trigger(
        container,
        "number",
        TriggerType.PRE,
        TriggerOperation.ALL,
        """
        function () {
          var item = getContext().getRequest().getBody();
          __.queryDocuments(__.getSelfLink(), 'SELECT VALUE MAX(r.jobNumber) FROM r',
              function (e, found) {
                item.jobNumber = (found[0] || 0) + 1;
                item.tax = item.cost * 0.2;
                getContext().getRequest().setBody(item);
              });
        }\
        """);
    ObjectNode first =
        container.createItem(item("a").put("cost", 9001), PK, triggers("number", null)).getItem();
    assertThat(first.get("jobNumber").asInt()).isEqualTo(1);
    assertThat(first.get("tax").asDouble()).isEqualTo(1800.2);
    ObjectNode second = container.upsertItem(item("b"), PK, triggers("number", null)).getItem();
    assertThat(second.get("jobNumber").asInt()).isEqualTo(2);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    CosmosContainer container = container((Integer) null);
    trigger(container, "del", TriggerType.POST, TriggerOperation.DELETE, "function () {}");
    trigger(
        container,
        "pre",
        TriggerType.PRE,
        TriggerOperation.ALL,
        "function () { getContext().getResponse(); }");
    assertRefused(400, 0, () -> container.createItem(item("a"), PK, triggers(null, "del")));
    assertRefused(400, 0, () -> container.createItem(item("a"), PK, triggers("del", null)));
    assertRefused(400, 0, () -> container.createItem(item("a"), PK, triggers("none", null)));
    assertRefused(400, 0, () -> container.createItem(item("a"), PK, triggers("pre", null)));
    assertThat(ids(container)).isEmpty();
  }
}
