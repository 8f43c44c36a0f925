package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Transactions, with others' writes and time passing in between. What a transaction sees is a copy
 * of the models, made when it began, on which time passes too.
 */
final class Transactions {
  private final World world;
  private final Writing writing;
  private final Asks asks;

  Transactions(World world, Writing writing) {
    this.world = world;
    this.writing = writing;
    this.asks = new Asks(world);
  }

  private record Target(Subject subject, ItemKey key) {}

  /** What is to become of one item. */
  private static final class Pending {
    private ModelItem seen;
    private BsonDocument body;
    private TtlReading reading = TtlReading.LENIENT;
    private boolean written;
  }

  void one() {
    world.note("transaction begins");
    Map<Subject, Model> seen = new HashMap<>();
    world.subjects.forEach(subject -> seen.put(subject, subject.model.copy()));
    Map<Target, Pending> pending = new LinkedHashMap<>();
    try (Transaction transaction = world.engine.begin()) {
      for (int i = 1 + world.random.nextInt(6); i > 0; i--) {
        switch (world.random.nextInt(8)) {
          case 0 -> writing.one();
          case 1 -> advance(seen);
          case 2 -> read(transaction, seen, pending);
          default -> statement(transaction, seen, pending);
        }
      }
      if (world.oneIn(8)) {
        world.note("  rolled back");
      } else {
        commit(transaction, pending);
      }
    }
  }

  private void advance(Map<Subject, Model> seen) {
    long seconds = 1 + world.random.nextInt(3);
    world.note("  advance " + seconds);
    for (long i = 1; i <= seconds; i++) {
      for (Model model : seen.values()) {
        model.age(world.now() + i);
      }
    }
    world.advance(seconds);
  }

  private void read(
      Transaction transaction, Map<Subject, Model> seen, Map<Target, Pending> pending) {
    Subject subject = world.anySubject();
    ItemKey key = world.any(subject.shape.keys());
    byte[] body = transaction.read(subject.container, key);
    Pending own = pending.get(new Target(subject, key));
    ModelItem there = seen.get(subject).living(key);
    BsonDocument expected =
        own != null && own.written ? own.body : there == null ? null : there.body;
    Check.same("read in transaction", expected, body == null ? null : Bodies.decode(body));
  }

  private void statement(
      Transaction transaction, Map<Subject, Model> seen, Map<Target, Pending> pending) {
    Subject subject = world.anySubject();
    Ask ask = asks.any(subject, subject.shape.keys());
    Target target = new Target(subject, ask.key());
    Pending own = pending.get(target);
    if (own == null) {
      own = new Pending();
      own.seen = seen.get(subject).living(ask.key());
      own.body = own.seen == null ? null : own.seen.body;
    }
    Set<ErrorCode> refusals = refusals(ask, own);
    world.note("  " + subject + ": " + ask + (refusals.isEmpty() ? "" : " refused " + refusals));
    try {
      transaction.write(subject.container, ask.request());
    } catch (EngineException e) {
      Check.refused(e, refusals);
      return;
    }
    Check.that(refusals.isEmpty(), "was not refused");
    if (ask.kind() == Ask.Kind.READ) {
      return;
    }
    own.body = ask.kind() == Ask.Kind.DELETE ? null : ask.bodyAfter(own.body);
    own.reading = ask.reading();
    own.written = true;
    pending.put(target, own);
  }

  private static Set<ErrorCode> refusals(Ask ask, Pending own) {
    Set<ErrorCode> reasons = EnumSet.noneOf(ErrorCode.class);
    boolean exists = own.body != null;
    switch (ask.kind()) {
      case IMPORT -> reasons.add(ErrorCode.NOT_SUPPORTED);
      case CREATE -> {
        if (exists) {
          reasons.add(ErrorCode.ALREADY_EXISTS);
        }
      }
      case REPLACE, PATCH, DELETE, READ -> {
        if (!exists) {
          return EnumSet.of(ErrorCode.ITEM_NOT_FOUND);
        }
      }
      case UPSERT -> {}
    }
    if (ask.ifMatch() != null && (own.seen == null || !ask.ifMatch().equals(own.seen.etag))) {
      reasons.add(ErrorCode.PRECONDITION_FAILED);
    }
    return reasons;
  }

  private void commit(Transaction transaction, Map<Target, Pending> pending) {
    List<Target> targets = new ArrayList<>();
    List<Ask> commits = new ArrayList<>();
    Set<ErrorCode> refusals = refusals(pending, targets, commits);
    world.note("  commit" + (refusals.isEmpty() ? "" : " refused " + refusals));
    List<WriteOutcome> outcomes;
    try {
      outcomes = transaction.commit();
    } catch (EngineException e) {
      Check.refused(e, refusals);
      return;
    }
    Check.that(refusals.isEmpty(), "was not refused");
    Check.same("outcomes", commits.size(), outcomes.size());
    for (int i = 0; i < commits.size(); i++) {
      writing.accept(targets.get(i).subject(), commits.get(i), outcomes.get(i));
    }
  }

  /** Why the commit must fail; collects what it writes. */
  private Set<ErrorCode> refusals(
      Map<Target, Pending> pending, List<Target> targets, List<Ask> commits) {
    Map<Subject, Model> trial = new HashMap<>();
    world.subjects.forEach(subject -> trial.put(subject, subject.model.copy()));
    Set<ErrorCode> refusals = EnumSet.noneOf(ErrorCode.class);
    pending.forEach(
        (target, own) -> {
          ModelItem there = target.subject().model.living(target.key());
          boolean same =
              own.seen == null ? there == null : there != null && there.version == own.seen.version;
          if (!same) {
            refusals.add(ErrorCode.WRITE_CONFLICT);
          }
        });
    if (!refusals.isEmpty()) {
      return refusals;
    }
    pending.forEach(
        (target, own) -> {
          if (own.body == null && own.seen == null || !refusals.isEmpty()) {
            return;
          }
          Ask.Kind kind = own.body == null ? Ask.Kind.DELETE : Ask.Kind.UPSERT;
          Ask ask = new Ask(kind, target.key(), own.body, null, null, own.reading, 0);
          Model model = trial.get(target.subject());
          refusals.addAll(model.refusals(ask, world.now()));
          if (refusals.isEmpty()) {
            model.apply(ask, world.now(), 0);
            targets.add(target);
            commits.add(ask);
          }
        });
    return refusals;
  }
}
