package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.FullTextTerms;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.fulltext.FullTextPolicy;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.PathCondition;
import dev.mayfly.query.plan.PathCondition.AllOf;
import dev.mayfly.query.plan.PathCondition.OnPath;
import dev.mayfly.query.plan.PathCondition.Scope;
import dev.mayfly.text.fulltext.FullTextKeys;
import dev.mayfly.text.fulltext.SearchTerm;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonString;

/** What full text functions in a filter say that a full text index can be asked for. */
final class FullTextIndexes {
  static final FullTextIndexes NONE = new FullTextIndexes(FullTextPolicy.NONE, Set.of());

  /** Follows the names of a path whose terms are meant and not its value. */
  private static final String TERMS = "\0terms";

  private final FullTextPolicy policy;
  private final Set<String> ready;

  private FullTextIndexes(FullTextPolicy policy, Set<String> ready) {
    this.policy = policy;
    this.ready = ready;
  }

  /** The indexes of a policy that can be read. */
  static FullTextIndexes of(FullTextPolicy policy, Reading reading) {
    if (policy.indexed().isEmpty()) {
      return NONE;
    }
    Set<String> ready = new HashSet<>();
    policy
        .indexed()
        .forEach(
            (path, field) -> {
              PathIndex index = FullTextKeys.index(path, field.language());
              OpenIndex open = reading.indexes().named(index.name());
              if (open != null && open.ready() && open.index().isSame(index)) {
                ready.add(path);
              }
            });
    return new FullTextIndexes(policy, ready);
  }

  /** The index that a condition of {@link #of} is about; null if it is another condition. */
  static PathIndex index(List<String> path, FullTextPolicy policy) {
    int last = path.size() - 1;
    if (last < 1 || !path.get(last).equals(TERMS)) {
      return null;
    }
    String found = policy.index(path.subList(0, last));
    return FullTextKeys.index(found, policy.indexed().get(found).language());
  }

  /** What a call asks for if it is to be true; null if it is another function or has no index. */
  PathCondition of(Expression.Call call, IndexPaths paths, Parameters parameters) {
    String name = call.name().toUpperCase(Locale.ROOT);
    boolean any = name.equals("FULLTEXTCONTAINSANY");
    if (ready.isEmpty()
        || !any && !name.equals("FULLTEXTCONTAINS") && !name.equals("FULLTEXTCONTAINSALL")) {
      return null;
    }
    List<String> path = paths.ofDocument(call.arguments().get(0));
    String index = path == null ? null : policy.index(path);
    if (index == null || !ready.contains(index)) {
      return null;
    }
    List<Expression> arguments = call.arguments().subList(1, call.arguments().size());
    List<SearchTerm> terms = FullTextTerms.of(call.name(), arguments, parameters, policy.of(path));
    return any ? any(path, terms) : all(path, terms);
  }

  private static PathCondition any(List<String> path, List<SearchTerm> terms) {
    Set<String> words = new TreeSet<>();
    for (SearchTerm term : terms) {
      if (term.distance() > 0) {
        return null;
      } else if (!term.words().isEmpty()) {
        words.add(rarest(term.words()));
      }
    }
    return words.isEmpty() ? null : on(path, words);
  }

  /** Of the words of a phrase the longest is likely to be in the fewest texts. */
  private static String rarest(List<String> words) {
    String longest = "";
    for (String word : words) {
      longest = word.length() > longest.length() ? word : longest;
    }
    return longest;
  }

  private static PathCondition all(List<String> path, List<SearchTerm> terms) {
    Set<String> words = new TreeSet<>();
    for (SearchTerm term : terms) {
      if (term.distance() == 0) {
        words.addAll(term.words());
      }
    }
    List<PathCondition> conditions = new ArrayList<>();
    words.forEach(word -> conditions.add(on(path, Set.of(word))));
    return conditions.size() > 1
        ? new AllOf(conditions)
        : conditions.isEmpty() ? null : conditions.get(0);
  }

  private static PathCondition on(List<String> path, Set<String> words) {
    List<String> terms = new ArrayList<>(path);
    terms.add(TERMS);
    List<KeyInterval> points =
        words.stream().map(word -> KeyInterval.point(new BsonString(word))).toList();
    return new OnPath(terms, KeySet.of(points), false, false, Scope.ELEMENT);
  }
}
