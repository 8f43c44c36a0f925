package dev.mayfly.query.plan;

import dev.mayfly.query.plan.PathCondition.AllOf;
import dev.mayfly.query.plan.PathCondition.AnyOf;
import dev.mayfly.query.plan.PathCondition.Exists;
import dev.mayfly.query.plan.PathCondition.OnPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Conditions that hold together. */
public final class Conditions {
  private final List<OnPath> all = new ArrayList<>();
  private final Set<List<String>> existing = new HashSet<>();
  private final List<AnyOf> alternatives = new ArrayList<>();
  private int own;

  private Conditions() {}

  /**
   * @param condition null for none
   */
  public static Conditions of(PathCondition condition) {
    Conditions conditions = new Conditions();
    conditions.add(condition);
    conditions.own = conditions.all.size();
    return conditions;
  }

  /** One of some alternatives, which comes first, and what holds for all of them. */
  Conditions of(AnyOf any, int alternative) {
    Conditions both = of(any.conditions().get(alternative));
    both.all.addAll(all);
    both.existing.addAll(existing);
    return both;
  }

  private void add(PathCondition condition) {
    if (condition instanceof AllOf some) {
      some.conditions().forEach(this::add);
    } else if (condition instanceof AnyOf any) {
      alternatives.add(any);
    } else if (condition instanceof Exists exists) {
      existing.add(exists.path());
    } else if (condition instanceof OnPath on) {
      all.add(on);
    }
  }

  /** Those on a path. */
  public List<OnPath> on(List<String> path) {
    List<OnPath> found = new ArrayList<>(1);
    for (OnPath each : all) {
      if (each.path().equals(path)) {
        found.add(each);
      }
    }
    return found;
  }

  /** The paths at which there is a value. */
  public Set<List<String>> existing() {
    return existing;
  }

  /** Those of the alternative itself, without what holds for the others too. */
  List<OnPath> own() {
    return all.subList(0, own);
  }

  List<AnyOf> alternatives() {
    return alternatives;
  }
}
