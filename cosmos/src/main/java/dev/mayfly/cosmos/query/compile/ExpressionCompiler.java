package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.function.Builtin;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Name;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.vector.VectorPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes expressions ready to be evaluated: names resolved, with places for the parameters. */
class ExpressionCompiler {
  /** The texts of so many arguments of a call may be copied at once; further ones are counted. */
  private static final int MANY_ARGUMENTS = 8;

  private final Aliases aliases;
  private final Binding binding;
  private final RowBudget budget;

  /**
   * @param aliases whose values a row holds
   */
  ExpressionCompiler(Aliases aliases, Binding binding) {
    this.aliases = aliases;
    this.binding = binding;
    this.budget = binding.budget();
  }

  Evaluator compile(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return constant(literal.value());
    } else if (expression instanceof Expression.Parameter parameter) {
      return binding.slot(parameter);
    } else if (expression instanceof Expression.Identifier identifier) {
      return identifier(identifier);
    } else if (expression instanceof Expression.Member member) {
      return member(compile(member.of()), new Name(member.name()));
    } else if (expression instanceof Expression.Index index) {
      return index(index);
    } else if (expression instanceof Expression.Unary unary) {
      Evaluator operand = compile(unary.operand());
      return row -> Operators.unary(unary.operator(), operand.evaluate(row));
    } else if (expression instanceof Expression.Binary binary) {
      return binary(binary.operator(), compile(binary.left()), compile(binary.right()));
    } else if (expression instanceof Expression.And and) {
      Evaluator[] operands = compile(and.operands());
      return row -> Operators.and(operands, row);
    } else if (expression instanceof Expression.Or or) {
      Evaluator[] operands = compile(or.operands());
      return row -> Operators.or(operands, row);
    } else if (expression instanceof Expression.In in) {
      return InList.compile(in, this, binding);
    } else if (expression instanceof Expression.Call call) {
      return call(call);
    }
    return rarer(expression);
  }

  private Evaluator rarer(Expression expression) {
    if (expression instanceof Expression.Between between) {
      return between(compile(between.value()), compile(between.low()), compile(between.high()));
    } else if (expression instanceof Expression.Coalesce coalesce) {
      return coalesce(compile(coalesce.left()), compile(coalesce.right()));
    } else if (expression instanceof Expression.Conditional conditional) {
      return conditional(
          compile(conditional.test()),
          compile(conditional.then()),
          compile(conditional.otherwise()));
    } else if (expression instanceof Expression.NewArray array) {
      return array(compile(array.elements()));
    } else if (expression instanceof Expression.NewObject object) {
      return object(object);
    } else if (expression instanceof Expression.Like like) {
      return Like.compile(like, this, binding);
    }
    return subquery((Expression.Subquery) expression);
  }

  private Evaluator subquery(Expression.Subquery subquery) {
    Query query = Subqueries.query(subquery.kind(), subquery.query());
    CompiledQuery compiled = QueryCompiler.subquery(query, binding, aliases, false);
    return Subqueries.compile(subquery.kind(), compiled, budget);
  }

  Evaluator[] compile(List<Expression> expressions) {
    return expressions.stream().map(this::compile).toArray(Evaluator[]::new);
  }

  private static Evaluator constant(Value value) {
    return row -> value;
  }

  /** Whether rows have a value of that name. */
  final boolean knows(Expression.Identifier identifier) {
    return aliases.slot(identifier.name()) >= 0;
  }

  /** Whether a name stands for the item that rows are made of. */
  final boolean isItem(Expression.Identifier identifier) {
    return aliases.slot(identifier.name()) == 0;
  }

  /** What the container says about the vectors at a path of its items; null if it is nothing. */
  final VectorPolicy.Embedding embedding(Expression path) {
    Expression of = path;
    while (of instanceof Expression.Member member) {
      of = member.of();
    }
    boolean ofItems = of instanceof Expression.Identifier root && aliases.slot(root.name()) == 0;
    return ofItems ? binding.vectors().at(SortKeys.names(path)) : null;
  }

  /** A call that is also asked for what it searches. */
  final VectorCall vectorCall(Expression.Call call) {
    return VectorCall.of(call, this, binding);
  }

  private Evaluator identifier(Expression.Identifier identifier) {
    int slot = aliases.slot(identifier.name());
    if (slot >= 0) {
      return row -> row[slot];
    }
    return switch (identifier.name()) {
      case "NaN" -> constant(Value.of(Double.NaN));
      case "Infinity" -> constant(Value.of(Double.POSITIVE_INFINITY));
      default -> throw QueryError.unresolved(identifier.span(), identifier.name());
    };
  }

  Evaluator call(Expression.Call call) {
    if (Aggregate.isAggregate(call)) {
      throw Aggregate.ofAggregate(call);
    }
    if (call.userDefined()) {
      Evaluator[] given = compile(call.arguments());
      UserCall compiled = new UserCall(call.name(), row -> values(given, row), binding);
      binding.calls().put(call, compiled);
      return compiled;
    }
    if (VectorCall.is(call)) {
      return VectorCall.of(call, this, binding)::evaluate;
    }
    if (FullTextCall.isOne(call) && !FunctionResolver.isScore(call)) {
      return FullTextCall.compile(call, this, binding);
    }
    Builtin builtin = FunctionResolver.builtin(call);
    Evaluator[] arguments = compile(call.arguments());
    Builtin.Body body = builtin.body().apply(binding.time());
    binding.onRelease(body::forget);
    return row -> body.apply(values(arguments, row), budget);
  }

  private Value[] values(Evaluator[] arguments, Value[] row) {
    Value[] values = new Value[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments[i].evaluate(row);
      if (i >= MANY_ARGUMENTS) {
        budget.takePart(values[i]);
      }
    }
    return values;
  }

  private static Evaluator member(Evaluator of, Name name) {
    return row ->
        of.evaluate(row) instanceof ObjectValue object ? object.member(name) : Value.UNDEFINED;
  }

  private Evaluator index(Expression.Index expression) {
    if (!isConstant(expression.index())) {
      throw QueryError.at(
          expression.span(),
          "SC2990",
          "The specified query includes 'member indexer' which is currently not supported.");
    }
    Evaluator of = compile(expression.of());
    Evaluator index = compile(expression.index());
    return row -> {
      Value container = of.evaluate(row);
      Value at = index.evaluate(row);
      if (container instanceof ArrayValue array && at instanceof NumberValue number) {
        double place = number.asDouble();
        return place == Math.rint(place) ? array.element((long) place) : Value.UNDEFINED;
      } else if (container instanceof ObjectValue object && at instanceof StringValue name) {
        return object.member(new Name(name.text()));
      }
      return Value.UNDEFINED;
    };
  }

  private static boolean isConstant(Expression expression) {
    return !(expression instanceof Expression.Identifier)
        && !(expression instanceof Expression.Subquery)
        && expression.children().stream().allMatch(ExpressionCompiler::isConstant);
  }

  private Evaluator binary(Operator operator, Evaluator left, Evaluator right) {
    if (operator == Operator.CONCATENATE) {
      return row -> concatenated(left.evaluate(row), right.evaluate(row));
    }
    return row -> Operators.binary(operator, left.evaluate(row), right.evaluate(row));
  }

  private Value concatenated(Value left, Value right) {
    if (left instanceof StringValue a && right instanceof StringValue b) {
      budget.takeText((long) a.text().length() + b.text().length());
      return Value.of(a.text().concat(b.text()));
    }
    return Value.UNDEFINED;
  }

  private static Evaluator between(Evaluator value, Evaluator low, Evaluator high) {
    return row -> {
      Value tested = value.evaluate(row);
      Value above = Operators.compare(Operator.GREATER_OR_EQUAL, tested, low.evaluate(row));
      Value below = Operators.compare(Operator.LESS_OR_EQUAL, tested, high.evaluate(row));
      return Operators.and(new Evaluator[] {r -> above, r -> below}, row);
    };
  }

  private static Evaluator coalesce(Evaluator left, Evaluator right) {
    return row -> {
      Value value = left.evaluate(row);
      return value.isDefined() ? value : right.evaluate(row);
    };
  }

  private static Evaluator conditional(Evaluator test, Evaluator then, Evaluator otherwise) {
    return row -> test.evaluate(row).isTrue() ? then.evaluate(row) : otherwise.evaluate(row);
  }

  private Evaluator array(Evaluator[] parts) {
    return row -> {
      List<Value> elements = new ArrayList<>(parts.length);
      for (Evaluator part : parts) {
        Value element = part.evaluate(row);
        if (element.isDefined()) {
          budget.takePart(element);
          elements.add(element);
        }
      }
      return Value.of(elements);
    };
  }

  private Evaluator object(Expression.NewObject object) {
    Map<String, Evaluator> parts = new LinkedHashMap<>();
    for (Expression.Property property : object.properties()) {
      parts.put(property.name(), compile(property.value()));
    }
    return object(parts);
  }

  /** An object of those parts that are defined. */
  final Evaluator object(Map<String, Evaluator> parts) {
    return row -> {
      Map<String, Value> members = new LinkedHashMap<>();
      parts.forEach(
          (name, part) -> {
            Value member = part.evaluate(row);
            if (member.isDefined()) {
              budget.takePart(member);
              members.put(name, member);
            }
          });
      return Value.of(members);
    };
  }
}
