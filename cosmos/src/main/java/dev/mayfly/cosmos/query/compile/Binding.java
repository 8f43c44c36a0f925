package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.fulltext.SearchTexts;
import dev.mayfly.cosmos.query.function.QueryTime;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.vector.VectorPolicy;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What a compiled query gets anew for each run: the values of its parameters, the time and what its
 * expressions may make. So it can be compiled once and run often, by one thread at a time.
 */
final class Binding {
  private final RowBudget budget = new RowBudget();
  private final QueryTime time = new QueryTime();
  private final SearchTexts texts = new SearchTexts();
  private final List<FullTextCall> scores = new ArrayList<>();
  private final List<Consumer<Parameters>> bound = new ArrayList<>();
  private final List<Runnable> released = new ArrayList<>();
  private final VectorPolicy vectors;
  private final Map<Expression.Call, UserCall> calls = new IdentityHashMap<>();
  private UserFunctions functions = UserFunctions.NONE;

  Binding() {
    this(VectorPolicy.NONE);
  }

  /**
   * @param vectors of the container that is queried
   */
  Binding(VectorPolicy vectors) {
    this.vectors = vectors;
  }

  VectorPolicy vectors() {
    return vectors;
  }

  RowBudget budget() {
    return budget;
  }

  /** What is called with {@code udf.} in this run. */
  UserFunctions functions() {
    return functions;
  }

  /** The calls of these, by what they were made of. */
  Map<Expression.Call, UserCall> calls() {
    return calls;
  }

  void functions(UserFunctions ofContainer) {
    functions = ofContainer;
  }

  /** The texts that are searched in this run. */
  SearchTexts texts() {
    return texts;
  }

  /** The calls that give scores of texts. */
  List<FullTextCall> scores() {
    return scores;
  }

  QueryTime time() {
    return time;
  }

  /** Registers a listener that receives the parameters before each run. */
  void onBind(Consumer<Parameters> listener) {
    bound.add(listener);
  }

  /** Registers an action that drops parameter values after each run. */
  void onRelease(Runnable action) {
    released.add(action);
  }

  /** The value that a parameter has in a run. */
  Evaluator slot(Expression.Parameter parameter) {
    Value[] slot = new Value[1];
    onRelease(() -> slot[0] = null);
    onBind(parameters -> slot[0] = parameters.get(parameter));
    return row -> slot[0];
  }

  /**
   * Begins a run.
   *
   * @param clock returns milliseconds since 1970
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if a parameter has no value, or a wrong one
   */
  void bind(Parameters parameters, LongSupplier clock) {
    for (Consumer<Parameters> each : bound) {
      each.accept(parameters);
    }
    budget.reset();
    time.begin(clock);
  }

  /** Ends a run: values may be large, and what is compiled is kept for long. */
  void release() {
    released.forEach(Runnable::run);
    texts.release();
    functions.close();
    functions = UserFunctions.NONE;
  }
}
