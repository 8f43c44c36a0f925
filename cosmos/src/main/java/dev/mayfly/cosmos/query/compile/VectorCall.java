package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Constant;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.vector.VectorPolicy;
import dev.mayfly.cosmos.query.vector.VectorValues;
import dev.mayfly.vector.DistanceFunction;
import dev.mayfly.vector.VectorBuffer;
import java.util.Locale;

/**
 * A call of VectorDistance, ready to be evaluated: a score, or undefined where one of both is no
 * vector or they have different lengths. A vector that is the same for all rows is read once.
 */
public final class VectorCall {
  private static final String NAME = "VECTORDISTANCE";
  private static final int ARGUMENTS_MIN = 2;
  private static final int ARGUMENTS_MAX = 4;

  private final VectorPolicy.Embedding embedding;
  private final DistanceFunction distance;
  private final double searchListSizeMultiplier;
  private final Evaluator left;
  private final Evaluator right;
  private final boolean leftIsConstant;
  private final boolean rightIsConstant;
  private final Evaluator bruteForce;
  private final VectorBuffer leftVector = new VectorBuffer();
  private final VectorBuffer rightVector = new VectorBuffer();
  private boolean constantsRead;

  /** The item that the last score is of, if it depends on nothing else. */
  private Value lastItem;

  private Value lastScore;

  private VectorCall(Expression.Call call, ExpressionCompiler compiler, Binding binding) {
    VectorOptions options = VectorOptions.of(call);
    Expression first = call.arguments().get(0);
    Expression second = call.arguments().get(1);
    VectorPolicy.Embedding ofFirst = compiler.embedding(first);
    this.embedding = ofFirst == null ? compiler.embedding(second) : ofFirst;
    this.distance =
        options.distance() != null
            ? options.distance()
            : embedding == null ? DistanceFunction.COSINE : embedding.distance();
    this.searchListSizeMultiplier = options.searchListSizeMultiplier();
    this.left = compiler.compile(first);
    this.right = compiler.compile(second);
    this.leftIsConstant = isConstant(first);
    this.rightIsConstant = isConstant(second);
    this.bruteForce = call.arguments().size() > 2 ? compiler.compile(flag(call)) : null;
  }

  static boolean is(Expression expression) {
    return expression instanceof Expression.Call call
        && !call.userDefined()
        && call.name().equalsIgnoreCase(NAME);
  }

  static VectorCall of(Expression.Call call, ExpressionCompiler compiler, Binding binding) {
    int count = call.arguments().size();
    if (count < ARGUMENTS_MIN || count > ARGUMENTS_MAX) {
      throw QueryError.at(
          call.span(),
          "SC2050",
          "The "
              + call.name().toUpperCase(Locale.ROOT)
              + " function requires "
              + ARGUMENTS_MIN
              + " to "
              + ARGUMENTS_MAX
              + " argument(s).");
    }
    VectorCall made = new VectorCall(call, compiler, binding);
    binding.onRelease(made::forget);
    return made;
  }

  private static Expression flag(Expression.Call call) {
    Expression flag = call.arguments().get(2);
    boolean wrong =
        flag instanceof Expression.Literal literal
            ? !(literal.value() instanceof Constant)
            : !(flag instanceof Expression.Parameter);
    if (wrong) {
      throw VectorOptions.refused(
          call, "The third argument of the VectorDistance function must be true or false.");
    }
    return flag;
  }

  /** Whether it is the same for all rows of a run. */
  private static boolean isConstant(Expression expression) {
    return expression instanceof Expression.Parameter
        || expression instanceof Expression.Literal
        || (expression instanceof Expression.NewArray || expression instanceof Expression.Unary)
            && expression.children().stream().allMatch(VectorCall::isConstant);
  }

  private void forget() {
    constantsRead = false;
    leftVector.clear();
    rightVector.clear();
    lastItem = null;
    lastScore = null;
  }

  private void readConstants() {
    if (!constantsRead) {
      constantsRead = true;
      if (leftIsConstant) {
        VectorValues.read(left.evaluate(CompiledQuery.NO_ROW), leftVector);
      }
      if (rightIsConstant) {
        VectorValues.read(right.evaluate(CompiledQuery.NO_ROW), rightVector);
      }
    }
  }

  /** The score of a row. */
  public Value evaluate(Value[] row) {
    boolean ofItem = embedding != null && (leftIsConstant || rightIsConstant);
    if (ofItem && row[0] == lastItem) {
      return lastScore;
    }
    Value score = score(row);
    if (ofItem) {
      lastItem = row[0];
      lastScore = score;
    }
    return score;
  }

  private Value score(Value[] row) {
    readConstants();
    if (!leftIsConstant) {
      VectorValues.read(left.evaluate(row), leftVector);
    }
    if (!rightIsConstant) {
      VectorValues.read(right.evaluate(row), rightVector);
    }
    int length = leftVector.length();
    if (length < 0 || length != rightVector.length()) {
      return Value.UNDEFINED;
    }
    double score = distance.score(leftVector.elements(), rightVector.elements(), length);
    return Double.isNaN(score) ? Value.UNDEFINED : Value.of(score);
  }

  /** Whether the nearest have the largest scores, and come last in the order of scores. */
  public boolean isDescending() {
    return distance.isDescending();
  }

  public DistanceFunction distance() {
    return distance;
  }

  /** The path of the items' vectors that the policy of the container knows; null if none is. */
  public VectorPolicy.Embedding embedding() {
    return embedding;
  }

  public double searchListSizeMultiplier() {
    return searchListSizeMultiplier;
  }

  /** The vector that all items are compared with; null if there is none. */
  public VectorBuffer target() {
    readConstants();
    if (leftIsConstant == rightIsConstant) {
      return null;
    }
    VectorBuffer target = leftIsConstant ? leftVector : rightVector;
    return target.isVector() ? target : null;
  }

  /** Whether the query asks for an exact search. */
  public boolean isBruteForce() {
    return bruteForce != null && bruteForce.evaluate(CompiledQuery.NO_ROW).isTrue();
  }
}
