package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A transaction and what it must see: a copy of the models, made when it began, on which time
 * passes too, and another copy with its own writes. The time of what it writes begins at the
 * commit: until then it is always written just now.
 */
final class OpenTransaction implements AutoCloseable {
  private final World world;
  private final Writing writing;
  private final Comparison comparison;
  private final Transaction transaction;
  private final Map<Subject, Model> base = new HashMap<>();
  private final Map<Subject, Model> mine = new HashMap<>();
  private final Map<Target, Ask> written = new LinkedHashMap<>();
  private final Map<Target, ModelItem> before = new HashMap<>();

  /** What it may have locked without writing it, because a unique value was taken. */
  private final Set<Target> tried = new HashSet<>();

  private boolean over;

  private record Target(Subject subject, ItemKey key) {}

  OpenTransaction(World world, Writing writing, Comparison comparison) {
    this.world = world;
    this.writing = writing;
    this.comparison = comparison;
    this.transaction = world.engine.begin();
    world.subjects.forEach(
        subject -> {
          base.put(subject, subject.model.copy());
          mine.put(subject, subject.model.copy());
        });
  }

  boolean isOver() {
    return over;
  }

  /** Whether a write of others to the same is refused. */
  Writing.Locked locks(Subject subject, Ask ask) {
    Target target = new Target(subject, ask.key());
    if (over || ask.kind() == Ask.Kind.READ) {
      return Writing.Locked.NO;
    }
    if (written.containsKey(target)) {
      return Writing.Locked.YES;
    }
    boolean unique =
        subject.shape.unique() || subject.model.indexes.stream().anyMatch(PathIndex::unique);
    boolean mayHold = unique && !(written.isEmpty() && tried.isEmpty());
    return tried.contains(target) || mayHold ? Writing.Locked.MAYBE : Writing.Locked.NO;
  }

  /** One second has passed. */
  void age(long nowSecond) {
    base.values().forEach(model -> model.age(nowSecond));
    written.forEach(
        (target, ask) -> {
          ModelItem item = mine.get(target.subject()).items.get(target.key());
          if (item != null && !item.dead) {
            ModelItem renewed = new ModelItem(ask, item.body, nowSecond, item.version);
            renewed.etag = item.etag;
            renewed.rid = item.rid;
            mine.get(target.subject()).items.put(target.key(), renewed);
          }
        });
    mine.values().forEach(model -> model.age(nowSecond));
  }

  /** Whether something that it is going to write has died. */
  private boolean isDoomed() {
    return before.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue() != null
                    && base.get(each.getKey().subject()).living(each.getKey().key()) == null);
  }

  void read() {
    Subject subject = world.anySubject();
    Subject shown =
        new Subject(subject.shape, transaction.in(subject.container), mine.get(subject));
    try {
      comparison.inTransaction(shown);
    } catch (EngineException e) {
      Check.that(isDoomed() && e.code() == ErrorCode.WRITE_CONFLICT, () -> "read: " + e);
      over = true;
      return;
    }
    Check.that(!isDoomed(), "read although an item that it writes has died");
  }

  /**
   * @param others that are open too
   */
  void statement(List<OpenTransaction> others) {
    Subject subject = world.anySubject();
    Ask ask = new Asks(world).any(subject, subject.shape.keys());
    Target target = new Target(subject, ask.key());
    Set<ErrorCode> refusals = refusals(ask, target, others);
    Set<ErrorCode> possible = EnumSet.copyOf(refusals);
    boolean writes = ask.kind() != Ask.Kind.READ;
    if (refusals.isEmpty() && writes && mayConflict(ask, target, others)) {
      possible.add(ErrorCode.WRITE_CONFLICT);
    }
    world.note("  ", subject, ": ", ask, possible.isEmpty() ? "" : " refused ", possible);
    WriteOutcome outcome;
    try {
      outcome = transaction.write(subject.container, ask.request());
    } catch (EngineException e) {
      Check.refused(e, possible);
      over = e.code() == ErrorCode.WRITE_CONFLICT;
      tried.add(target);
      return;
    }
    Check.that(refusals.isEmpty(), "was not refused");
    if (ask.kind() == Ask.Kind.READ) {
      return;
    }
    before.putIfAbsent(target, base.get(subject).living(ask.key()));
    ModelItem next = mine.get(subject).apply(ask, world.now(), world.nextVersion());
    if (next != null) {
      next.etag = outcome.item().etag();
      next.rid = outcome.item().rid();
      Check.sameVersion(next, outcome.item());
    }
    written.put(target, ask);
  }

  /** Why a statement must fail; for any of these reasons. */
  private Set<ErrorCode> refusals(Ask ask, Target target, List<OpenTransaction> others) {
    if (isDoomed()) {
      return EnumSet.of(ErrorCode.WRITE_CONFLICT);
    }
    if (ask.kind() == Ask.Kind.IMPORT) {
      return EnumSet.of(ErrorCode.NOT_SUPPORTED);
    }
    Set<ErrorCode> reasons = EnumSet.noneOf(ErrorCode.class);
    reasons.addAll(mine.get(target.subject()).refusals(ask, world.now()));
    reasons.remove(ErrorCode.QUOTA_EXCEEDED);
    boolean violates = reasons.remove(ErrorCode.UNIQUE_KEY_VIOLATION);
    if (!reasons.isEmpty() || ask.kind() == Ask.Kind.READ) {
      return reasons;
    }
    boolean locked =
        others.stream().anyMatch(each -> each != this && each.written.containsKey(target));
    if (locked || !written.containsKey(target) && hasChanged(target)) {
      return EnumSet.of(ErrorCode.WRITE_CONFLICT);
    }
    return violates
        ? EnumSet.of(ErrorCode.UNIQUE_KEY_VIOLATION, ErrorCode.WRITE_CONFLICT)
        : reasons;
  }

  private boolean hasChanged(Target target) {
    return !isSame(
        base.get(target.subject()).living(target.key()),
        target.subject().model.living(target.key()));
  }

  private static boolean isSame(ModelItem seen, ModelItem now) {
    return seen == null ? now == null : now != null && now.version == seen.version;
  }

  /** Whether another has, or takes, the same unique value, or has locked the item in vain. */
  private boolean mayConflict(Ask ask, Target target, List<OpenTransaction> others) {
    return others.stream()
            .anyMatch(
                each -> each != this && each.locks(target.subject(), ask) != Writing.Locked.NO)
        || ask.writesBody()
            && target
                .subject()
                .model
                .refusals(asUpsert(target, ask), world.now())
                .contains(ErrorCode.UNIQUE_KEY_VIOLATION);
  }

  private Ask asUpsert(Target target, Ask ask) {
    ModelItem there = mine.get(target.subject()).living(ask.key());
    return new Ask(
        Ask.Kind.UPSERT,
        ask.key(),
        ask.bodyAfter(there == null ? null : there.body),
        null,
        null,
        ask.reading(),
        0);
  }

  void commit() {
    over = true;
    List<Target> targets = new ArrayList<>();
    List<Ask> commits = new ArrayList<>();
    Set<ErrorCode> refusals = commitRefusals(targets, commits);
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
  private Set<ErrorCode> commitRefusals(List<Target> targets, List<Ask> commits) {
    boolean changed =
        before.entrySet().stream()
            .anyMatch(
                each ->
                    !isSame(
                        each.getValue(),
                        each.getKey().subject().model.living(each.getKey().key())));
    if (changed) {
      return EnumSet.of(ErrorCode.WRITE_CONFLICT);
    }
    Map<Subject, Model> trial = new HashMap<>();
    world.subjects.forEach(subject -> trial.put(subject, subject.model.copy()));
    Set<ErrorCode> refusals = EnumSet.noneOf(ErrorCode.class);
    written.forEach(
        (target, last) -> {
          ModelItem becomes = mine.get(target.subject()).items.get(target.key());
          if (becomes == null && before.get(target) == null || !refusals.isEmpty()) {
            return;
          }
          Ask.Kind kind = becomes == null ? Ask.Kind.DELETE : Ask.Kind.UPSERT;
          Ask ask =
              new Ask(
                  kind,
                  target.key(),
                  becomes == null ? null : becomes.body,
                  null,
                  null,
                  last.reading(),
                  0);
          Model model = trial.get(target.subject());
          if (model.refusals(ask, world.now()).contains(ErrorCode.QUOTA_EXCEEDED)) {
            refusals.add(ErrorCode.QUOTA_EXCEEDED);
          }
          model.apply(ask, world.now(), 0);
          targets.add(target);
          commits.add(ask);
        });
    return refusals;
  }

  @Override
  public void close() {
    over = true;
    transaction.close();
  }
}
