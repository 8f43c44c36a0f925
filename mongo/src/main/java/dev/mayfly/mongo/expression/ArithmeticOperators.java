package dev.mayfly.mongo.expression;

import static java.util.Map.entry;

import java.math.RoundingMode;
import java.util.Map;

public final class ArithmeticOperators {
  public static final Map<String, Operator> ALL =
      Map.ofEntries(
          entry("$abs", NumericOperator.of(Abs::of)),
          entry("$add", Add::parse),
          entry("$avg", AccumulatorExpressions.over(AccumulatorExpressions::average)),
          entry("$ceil", NumericOperator.of(Rounding::ceil)),
          entry("$divide", Operators.binary(Divide::of)),
          entry("$exp", NumericOperator.of(Exp::of)),
          entry("$floor", NumericOperator.of(Rounding::floor)),
          entry("$ln", NumericOperator.of(Logarithms::ln)),
          entry("$log", Operators.binary(Logarithms::log)),
          entry("$log10", NumericOperator.of(Logarithms::log10)),
          entry("$max", AccumulatorExpressions.extreme(false)),
          entry("$median", Percentile::parseMedian),
          entry("$min", AccumulatorExpressions.extreme(true)),
          entry("$mod", Operators.binary(Mod::of)),
          entry("$multiply", Multiply::parse),
          entry("$percentile", Percentile::parse),
          entry("$pow", Operators.binary(Pow::of)),
          entry("$round", Rounding.toPlaces(RoundingMode.HALF_EVEN)),
          entry("$sqrt", NumericOperator.of(Sqrt::of)),
          entry(
              "$stdDevPop",
              AccumulatorExpressions.over(AccumulatorExpressions::populationDeviation)),
          entry(
              "$stdDevSamp", AccumulatorExpressions.over(AccumulatorExpressions::sampleDeviation)),
          entry("$subtract", Operators.binary(Subtract::of)),
          entry("$sum", AccumulatorExpressions.over(AccumulatorExpressions::sum)),
          entry("$trunc", Rounding.toPlaces(RoundingMode.DOWN)));

  private ArithmeticOperators() {}
}
