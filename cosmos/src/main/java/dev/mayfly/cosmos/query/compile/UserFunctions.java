package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.List;

/** The user-defined functions of a container, for one run of a query. */
public interface UserFunctions extends AutoCloseable {
  /** Where there are none. */
  UserFunctions NONE =
      new UserFunctions() {
        @Override
        public Value call(String name, Value[] arguments, RowBudget budget) {
          throw QueryError.refused("There is no function udf." + name + " here.");
        }

        @Override
        public List<String> callAhead(String name, List<Value[]> arguments) {
          return List.of();
        }

        @Override
        public Value result(String text, RowBudget budget) {
          throw new IllegalStateException("there are no results");
        }

        @Override
        public void close() {
          // Nothing is held.
        }
      };

  /**
   * What a function makes of its arguments.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if there is no such function, or it throws
   */
  Value call(String name, Value[] arguments, RowBudget budget);

  /**
   * Makes several calls at once, as far as nothing goes wrong.
   *
   * @param arguments of each call
   * @return what {@link #result} makes the values of, of the first ones; none if there is no such
   *     function
   */
  List<String> callAhead(String name, List<Value[]> arguments);

  /** The value of a call that was made before. */
  Value result(String text, RowBudget budget);

  /** Ends the run. */
  @Override
  void close();
}
