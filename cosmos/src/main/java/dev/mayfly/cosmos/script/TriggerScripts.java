package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.item.ScriptedItems;
import dev.mayfly.cosmos.item.Triggers;
import dev.mayfly.cosmos.resource.ChildParent;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.ChildStore.Child;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.cosmos.resource.ResourceType;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.scripts.ScriptException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Runs the triggers that requests name: one before the write, and one after it. */
public final class TriggerScripts implements Triggers {
  private final ScriptRunner runner;
  private final ChildStore children;

  TriggerScripts(ScriptRunner runner, ChildStore children) {
    this.runner = requireNonNull(runner, "runner");
    this.children = requireNonNull(children, "children");
  }

  @Override
  public Run open(
      Call call,
      Container container,
      Transaction transaction,
      ScriptedItems items,
      Operation operation) {
    Request request = call.request();
    Child pre = find(container, request.header(HeaderNames.PRE_TRIGGERS), "pre", operation);
    Child post = find(container, request.header(HeaderNames.POST_TRIGGERS), "post", operation);
    PartitionKey key = PartitionKeyHeader.require(request, container.definition().partitionKey());
    Duration time = runner.time(call.exchange().time());
    ScriptSession session =
        new ScriptSession(transaction.in(container), key, items, runner.queries(), time.toNanos());
    return new TriggerRun(container, pre, post, session, operation, time);
  }

  private Child find(Container container, String names, String type, Operation operation) {
    if (names == null) {
      return null;
    }
    String name = names.strip();
    Child child =
        name.contains(",")
            ? null
            : children.find(
                ChildParent.of(container, ResourceType.TRIGGER), ResourceType.TRIGGER, name);
    if (child == null) {
      throw CosmosException.errors(
          400,
          0,
          name.contains(",")
              ? "A request runs one pre-trigger and one post-trigger at most, not '" + name + "'."
              : "There is no trigger '" + name + "'.");
    }
    String itsType = word(child, "triggerType");
    String itsOperation = word(child, "triggerOperation");
    boolean update =
        itsOperation.equals("update")
            && (operation == Operation.REPLACE || operation == Operation.UPSERT);
    boolean fits =
        update
            || itsOperation.equals("all")
            || itsOperation.equals(operation.text().toLowerCase(Locale.ROOT));
    if (!itsType.equals(type) || !fits) {
      throw CosmosException.errors(
          400,
          0,
          "The trigger '"
              + name
              + "' is a "
              + itsType
              + "-trigger of the operation "
              + itsOperation
              + ", which this request is not.");
    }
    return child;
  }

  private static String word(Child child, String property) {
    return child.body().getString(property).getValue().toLowerCase(Locale.ROOT);
  }

  /** The triggers of one request. */
  private final class TriggerRun implements Run {
    private final Container container;
    private final Child pre;
    private final Child post;
    private final ScriptSession session;
    private final Operation operation;
    private final Duration time;
    private long chargeCentiRu;

    TriggerRun(
        Container container,
        Child pre,
        Child post,
        ScriptSession session,
        Operation operation,
        Duration time) {
      this.container = container;
      this.pre = pre;
      this.post = post;
      this.session = session;
      this.operation = operation;
      this.time = time;
    }

    @Override
    public byte[] before(byte[] body) {
      if (pre == null) {
        return body;
      }
      String changed = run(pre, "pre", request(body), null);
      return operation == Operation.DELETE ? body : changed.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String after(byte[] body, byte[] stored) {
      if (post == null) {
        return null;
      }
      String shown = text(stored);
      Map<String, String> response = new LinkedHashMap<>();
      response.put("Body", shown);
      response.put("ResourceQuotaCurrentUsage", ScriptRunner.quoted(ScriptRunner.usage(container)));
      response.put("MaxResourceQuota", ScriptRunner.quoted(ScriptRunner.quota(container)));
      String set = run(post, "post", request(body), response);
      return stored.length == 0 || set.equals(shown) ? null : set;
    }

    private Map<String, String> request(byte[] body) {
      Map<String, String> values = new LinkedHashMap<>();
      values.put("Body", text(body));
      values.put("OperationType", ScriptRunner.quoted(operation.text()));
      return values;
    }

    private String text(byte[] json) {
      return json.length == 0 ? "\"\"" : new String(json, StandardCharsets.UTF_8);
    }

    private String run(
        Child trigger, String kind, Map<String, String> request, Map<String, String> response) {
      String input = ScriptRunner.input(container, kind, false, "", request, response);
      chargeCentiRu += ScriptRunner.overhead(container);
      try {
        String body = trigger.body().getString("body").getValue();
        String result = runner.run(runner.script(trigger.id(), body, input, time), session).body();
        session.check();
        return result;
      } catch (ScriptException e) {
        session.check();
        if (session.hasConflict()) {
          return "";
        }
        throw ScriptErrors.of(trigger.id(), e);
      }
    }

    @Override
    public long chargeCentiRu() {
      return chargeCentiRu + session.queryChargeCentiRu();
    }

    @Override
    public boolean hasConflict() {
      return session.hasConflict();
    }
  }
}
