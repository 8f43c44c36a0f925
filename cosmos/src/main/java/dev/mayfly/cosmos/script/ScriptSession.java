package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.item.ScriptedItems;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.ScriptQueries;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.scripts.Script;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What one execution may do with its container: read and write the items of one logical partition,
 * in a transaction. Failures are answers to the script, which decides what becomes of it; what ends
 * the request itself is kept for {@link #check}. For one thread.
 */
final class ScriptSession implements Script.Calls {
  private static final int PAGE_SIZE = 100;
  private static final int PAGE_SIZE_MAX = 1000;

  /** After this part of its time no call of a script is accepted. */
  private static final double ACCEPTING = 0.8;

  private final Container view;
  private final PartitionKey partition;
  private final ScriptedItems items;
  private final ScriptQueries queries;
  private final ContainerLinks links;
  private final long timeNanos;
  private long acceptUntil;
  private long end;
  private long queryChargeCentiRu;
  private boolean conflict;
  private RuntimeException givenUp;

  ScriptSession(
      Container view,
      PartitionKey partition,
      ScriptedItems items,
      ScriptQueries queries,
      long timeNanos) {
    this.view = requireNonNull(view, "view");
    this.partition = requireNonNull(partition, "partition");
    this.items = requireNonNull(items, "items");
    this.queries = requireNonNull(queries, "queries");
    this.links = new ContainerLinks(view);
    this.timeNanos = timeNanos;
  }

  @Override
  public void started() {
    long now = System.nanoTime();
    acceptUntil = now + (long) (timeNanos * ACCEPTING);
    end = now + timeNanos;
  }

  @Override
  public Script.Answer answer(String operation, String link, String body, String options) {
    if (System.nanoTime() - acceptUntil >= 0 || givenUp != null) {
      return Script.Answer.NOT_ACCEPTED;
    }
    try {
      Checkpoint.pass();
    } catch (RuntimeException e) {
      givenUp = e;
      return Script.Answer.NOT_ACCEPTED;
    }
    try {
      return done(operation, link, body, Json.parse(options.getBytes(StandardCharsets.UTF_8)));
    } catch (EngineException e) {
      if (e.code() == ErrorCode.TOO_MANY_REQUESTS) {
        return Script.Answer.NOT_ACCEPTED;
      }
      conflict |= e.code() == ErrorCode.WRITE_CONFLICT;
      return failed(e);
    } catch (RuntimeException e) {
      return failed(e);
    }
  }

  private static Script.Answer failed(RuntimeException e) {
    CosmosException refusal = Failures.refusal(e);
    return new Script.Answer(refusal.status(), refusal.getMessage(), "");
  }

  private Script.Answer done(String operation, String link, String body, BsonDocument options) {
    if (operation.equals("query")) {
      links.requireContainer(link);
      return query(body, options);
    }
    byte[] json = body.getBytes(StandardCharsets.UTF_8);
    String etag = text(options, "etag");
    return switch (operation) {
      case "create" -> {
        links.requireContainer(link);
        yield answer(items.create(json));
      }
      case "upsert" -> {
        links.requireContainer(link);
        yield answer(items.upsert(json, etag));
      }
      case "replace" -> answer(items.replace(links.item(link, items), json, etag));
      case "delete" -> answer(items.delete(links.item(link, items), etag));
      case "read" -> answer(items.read(links.item(link, items), text(options, "ifNoneMatch")));
      default -> throw CosmosException.badRequest("There is no operation '" + operation + "'.");
    };
  }

  private static Script.Answer answer(ScriptedItems.Outcome outcome) {
    String json = outcome.json() == null ? "" : new String(outcome.json(), StandardCharsets.UTF_8);
    return new Script.Answer(outcome.status(), json, "");
  }

  private Script.Answer query(String request, BsonDocument options) {
    ScriptQueries.Page page =
        queries.page(
            view,
            partition,
            request,
            pageSize(options),
            text(options, "continuation"),
            Math.max(1, end - System.nanoTime()));
    queryChargeCentiRu += page.chargeCentiRu();
    return new Script.Answer(200, page.documents(), page.continuation());
  }

  private static int pageSize(BsonDocument options) {
    BsonValue size = options.get("pageSize");
    if (size == null || !size.isNumber()) {
      return PAGE_SIZE;
    }
    int asked = size.asNumber().intValue();
    return asked == -1 ? PAGE_SIZE_MAX : Math.max(1, Math.min(asked, PAGE_SIZE_MAX));
  }

  private static String text(BsonDocument options, String name) {
    BsonValue value = options.get(name);
    return value == null || !value.isString() || value.asString().getValue().isEmpty()
        ? null
        : value.asString().getValue();
  }

  /** Fails if the request must end, whatever the script made of it. */
  void check() {
    if (givenUp != null) {
      throw givenUp;
    }
  }

  /** Whether a write lost against another one, so that all must be repeated. */
  boolean hasConflict() {
    return conflict;
  }

  /** What its queries have cost. */
  long queryChargeCentiRu() {
    return queryChargeCentiRu;
  }
}
