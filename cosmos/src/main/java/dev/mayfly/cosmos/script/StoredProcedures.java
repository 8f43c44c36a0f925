package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.item.ScriptedItems;
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.scripts.Script;
import dev.mayfly.scripts.ScriptException;
import dev.mayfly.scripts.Scripts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Executes stored procedures, each in a transaction over one logical partition. */
public final class StoredProcedures {
  private static final int ATTEMPTS_MAX = 5;
  private static final int BODY_BYTES_MAX = 2 << 20;
  private static final String NEVER_SET = "\"\"";

  private final ScriptRunner runner;

  StoredProcedures(ScriptRunner runner) {
    this.runner = requireNonNull(runner, "runner");
  }

  /** Executes one of that text, and answers with what it set as the response's body. */
  public Response execute(Call call, Container container, String id, String body) {
    Request request = call.request();
    if (request.header(HeaderNames.PRE_TRIGGERS) != null
        || request.header(HeaderNames.POST_TRIGGERS) != null) {
      throw CosmosException.errors(400, 0, "One of the specified inputs is invalid");
    }
    if (request.body().length > BODY_BYTES_MAX) {
      throw CosmosException.errors(413, 0, "Request size is too large");
    }
    PartitionKey key = PartitionKeyHeader.require(request, container.definition().partitionKey());
    int range = RangeIds.of(request, container, key);
    boolean logging = request.flag(HeaderNames.SCRIPT_LOGGING);
    String[] log = {""};
    Response response;
    try {
      response = execute(call, container, key, id, body, log);
    } catch (EngineException | CosmosException e) {
      response = Failures.response(request, e);
    }
    if (logging) {
      response.header(HeaderNames.SCRIPT_LOG, ScriptRunner.header(log[0]));
    }
    return ParentHeaders.inContainer(response, container, range);
  }

  private Response execute(
      Call call, Container container, PartitionKey key, String id, String body, String[] log) {
    for (int attempt = 1; ; attempt++) {
      try {
        Response response = attempt(call, container, key, id, body, log);
        if (response != null) {
          return response;
        }
      } catch (EngineException e) {
        if (e.code() != ErrorCode.WRITE_CONFLICT) {
          throw e;
        }
      }
      if (attempt == ATTEMPTS_MAX) {
        throw CosmosException.errors(449, 0, "Others wrote the same items: try again.");
      }
    }
  }

  private Scripts.Lease lease(String id) {
    try {
      return runner.lease();
    } catch (ScriptException e) {
      throw ScriptErrors.of(id, e);
    }
  }

  /** Null if it has to be repeated: another writer was first. */
  private Response attempt(
      Call call, Container container, PartitionKey key, String id, String body, String[] log) {
    Request request = call.request();
    Duration time = runner.time(call.exchange().time());
    String input =
        ScriptRunner.input(
            container,
            "sproc",
            request.flag(HeaderNames.SCRIPT_LOGGING),
            new String(request.body(), StandardCharsets.UTF_8).strip(),
            Map.of("OperationType", "\"Execute\""),
            Map.of("Body", NEVER_SET));
    try (Scripts.Lease process = lease(id);
        Transaction transaction = runner.engine().begin()) {
      Container view = transaction.in(container);
      ScriptedItems items = new ScriptedItems(view, key);
      ScriptSession session = new ScriptSession(view, key, items, runner.queries(), time.toNanos());
      Script.Result result;
      try {
        result = process.run(runner.script(id, body, input, time), session);
      } catch (ScriptException e) {
        session.check();
        if (session.hasConflict()) {
          return null;
        }
        log[0] = e.log();
        throw ScriptErrors.of(id, e);
      }
      session.check();
      if (session.hasConflict()) {
        return null;
      }
      log[0] = result.log();
      List<WriteOutcome> outcomes = transaction.commit();
      byte[] json = items.committed(result.body(), outcomes).getBytes(StandardCharsets.UTF_8);
      return Response.json(200, json)
          .charge(
              ScriptRunner.overhead(container)
                  + items.chargeCentiRu()
                  + session.queryChargeCentiRu());
    }
  }
}
