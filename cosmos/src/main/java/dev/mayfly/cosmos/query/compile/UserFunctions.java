package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;

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

  /** Ends the run. */
  @Override
  void close();
}
