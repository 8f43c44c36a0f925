package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.Inserts;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The target of {@code $out}: fills a temporary collection, then renames it. */
final class OutTarget implements PipelineContext.Output {
  private static final int AT_ONCE = 500;

  private final Backend backend;
  private final Namespace target;
  private final Namespace aside;
  private final Inserts inserts;
  private final List<BsonValue> waiting = new ArrayList<>();
  private boolean finished;

  OutTarget(
      Backend backend, Reader reader, Namespace target, boolean validated, Variables variables) {
    this.backend = backend;
    this.target = target;
    Names.checkNew(target);
    Collection existing = backend.collections().find(target);
    if (existing != null && existing.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + target + " is a view, not a collection");
    }
    TimeSeriesRules.refuse(existing, "$out");
    if (existing != null && existing.spec().isCapped()) {
      throw new MongoException(
          17152, "namespace '" + target + "' is capped so it can't be used for $out");
    }
    this.aside = new Namespace(target.database(), "tmp.agg_out." + UUID.randomUUID().toString());
    CollectionSpec fresh = CollectionSpec.with(new BsonDocument());
    CollectionSpec spec =
        existing == null
            ? fresh
            : fresh.withOptions(existing.spec().options()).withIndexes(existing.spec().indexes());
    Collection made = backend.collections().create(aside, spec, reader.call());
    this.inserts = new Inserts(reader.call(), made, validated, variables);
  }

  @Override
  public void write(BsonDocument document) {
    waiting.add(document);
    if (waiting.size() == AT_ONCE) {
      flush();
    }
  }

  private void flush() {
    inserts.inOrder(
        waiting,
        (index, failure) -> {
          if (failure != null) {
            throw failure;
          }
        });
    waiting.clear();
  }

  @Override
  public void finish() {
    flush();
    backend.collections().rename(aside, target, true);
    backend.cursors().killAll(target::equals);
    finished = true;
  }

  @Override
  public void close() {
    if (!finished) {
      finished = true;
      backend.collections().drop(aside);
    }
  }
}
