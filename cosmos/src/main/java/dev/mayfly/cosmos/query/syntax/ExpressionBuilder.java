package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.grammar.CosmosSqlLexer;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.AndContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ArrayLiteralContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.BetweenContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.BinaryContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.CallContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.CoalesceContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ConditionalContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ExpressionContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.FunctionCallContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.IdentifierContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.InContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.IndexContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.LikeContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.LiteralContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.MemberContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.NotContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ObjectLiteralContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.OrContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ParameterContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ParenthesizedContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.PredicateContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.PrimaryContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.PrimaryValueContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.PropertyContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ScalarSubqueryContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.SubqueryContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.TestContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.UnaryContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ValueContext;
import dev.mayfly.cosmos.query.syntax.Expression.SubqueryKind;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Turns what the parser made of expressions into our own tree. Long chains of the same operator
 * lean to the left in the parser's tree, as deep as they are long: they are walked in loops.
 */
final class ExpressionBuilder {
  /** How long chains within chains may be, except those of AND and OR: so deep is our tree. */
  private static final int CHAINS_MAX = 250;

  private final TreeBuilder queries;
  private int chains;

  ExpressionBuilder(TreeBuilder queries) {
    this.queries = queries;
  }

  List<Expression> list(List<ExpressionContext> contexts) {
    List<Expression> expressions = new ArrayList<>(contexts.size());
    for (ExpressionContext context : contexts) {
      expressions.add(expression(context));
    }
    return expressions;
  }

  Expression expression(ExpressionContext context) {
    if (context instanceof TestContext test) {
      Expression value = value(test.value());
      return test.predicate() == null ? value : predicate(value, test.predicate());
    } else if (context instanceof AndContext) {
      return new Expression.And(operands(context, AndContext.class));
    } else if (context instanceof OrContext) {
      return new Expression.Or(operands(context, OrContext.class));
    } else if (context instanceof NotContext not) {
      return new Expression.Unary(Operator.NOT, expression(not.expression()));
    } else if (context instanceof CoalesceContext) {
      List<Expression> operands = operands(context, CoalesceContext.class);
      return operands.stream().reduce(Expression.Coalesce::new).orElseThrow();
    }
    ConditionalContext conditional = (ConditionalContext) context;
    return new Expression.Conditional(
        expression(conditional.expression(0)),
        expression(conditional.expression(1)),
        expression(conditional.expression(2)));
  }

  private List<Expression> operands(
      ExpressionContext chain, Class<? extends ExpressionContext> type) {
    List<ExpressionContext> contexts = new ArrayList<>();
    ExpressionContext left = chain;
    while (type.isInstance(left)) {
      contexts.add(left.getRuleContext(ExpressionContext.class, 1));
      left = left.getRuleContext(ExpressionContext.class, 0);
    }
    contexts.add(left);
    Collections.reverse(contexts);
    int length = type == CoalesceContext.class ? contexts.size() : 1;
    enter(length);
    List<Expression> operands = list(contexts);
    chains -= length;
    return operands;
  }

  private void enter(int length) {
    chains += length;
    if (chains > CHAINS_MAX) {
      throw QueryError.refused(
          "The query has too long a chain of operators or names: at most "
              + CHAINS_MAX
              + " are possible.");
    }
  }

  private Expression predicate(Expression value, PredicateContext context) {
    Expression test;
    boolean negated;
    if (context instanceof InContext in) {
      test = new Expression.In(value, list(in.expression()));
      negated = in.NOT() != null;
    } else if (context instanceof LikeContext like) {
      String escape = like.STRING() == null ? null : Literals.string(like.STRING().getText());
      test = new Expression.Like(value, value(like.value()), escape);
      negated = like.NOT() != null;
    } else {
      BetweenContext between = (BetweenContext) context;
      test = new Expression.Between(value, value(between.value(0)), value(between.value(1)));
      negated = between.NOT() != null;
    }
    return negated ? new Expression.Unary(Operator.NOT, test) : test;
  }

  private Expression value(ValueContext context) {
    Deque<BinaryContext> chain = new ArrayDeque<>();
    ValueContext left = context;
    while (left instanceof BinaryContext binary) {
      chain.push(binary);
      left = binary.value(0);
    }
    int length = chain.size();
    enter(length);
    Expression value = operand(left);
    while (!chain.isEmpty()) {
      BinaryContext binary = chain.pop();
      Operator operator = Operator.binary(binary.operator.getText());
      value = new Expression.Binary(operator, value, value(binary.value(1)));
    }
    chains -= length;
    return value;
  }

  private Expression operand(ValueContext context) {
    if (context instanceof UnaryContext unary) {
      Operator operator = Operator.unary(unary.operator.getText());
      return new Expression.Unary(operator, value(unary.value()));
    }
    return primary(((PrimaryValueContext) context).primary());
  }

  private Expression primary(PrimaryContext context) {
    Deque<PrimaryContext> steps = new ArrayDeque<>();
    PrimaryContext start = context;
    while (start instanceof MemberContext || start instanceof IndexContext) {
      steps.push(start);
      start = start.getRuleContext(PrimaryContext.class, 0);
    }
    int length = steps.size();
    enter(length);
    Expression value = atom(start);
    while (!steps.isEmpty()) {
      value = step(value, steps.pop());
    }
    chains -= length;
    return value;
  }

  private Expression step(Expression of, PrimaryContext step) {
    if (step instanceof MemberContext member) {
      return new Expression.Member(of, member.propertyName().getText(), false, queries.span(step));
    }
    Expression index = expression(((IndexContext) step).expression());
    return index instanceof Expression.Literal literal
            && literal.value() instanceof StringValue name
        ? new Expression.Member(of, name.text(), true, queries.span(step))
        : new Expression.Index(of, index, queries.span(step));
  }

  private Expression atom(PrimaryContext context) {
    if (context instanceof IdentifierContext identifier) {
      return new Expression.Identifier(identifier.getText(), queries.span(identifier));
    } else if (context instanceof LiteralContext literal) {
      return new Expression.Literal(literal(literal));
    } else if (context instanceof ParameterContext parameter) {
      return new Expression.Parameter(parameter.getText(), queries.span(parameter));
    } else if (context instanceof ParenthesizedContext inner) {
      return expression(inner.expression());
    } else if (context instanceof CallContext call) {
      return call(call.functionCall());
    } else if (context instanceof ScalarSubqueryContext scalar) {
      return new Expression.Subquery(SubqueryKind.SCALAR, queries.query(scalar.query()));
    } else if (context instanceof SubqueryContext subquery) {
      SubqueryKind kind = SubqueryKind.valueOf(subquery.kind.getText().toUpperCase(Locale.ROOT));
      return new Expression.Subquery(kind, queries.query(subquery.query()));
    } else if (context instanceof ArrayLiteralContext array) {
      return new Expression.NewArray(list(array.expression()));
    }
    ObjectLiteralContext object = (ObjectLiteralContext) context;
    return new Expression.NewObject(
        object.property().stream().map(this::property).toList(), queries.span(object));
  }

  private Expression.Property property(PropertyContext property) {
    String name =
        property.STRING() == null
            ? property.propertyName().getText()
            : Literals.string(property.STRING().getText());
    return new Expression.Property(name, expression(property.expression()));
  }

  private static Value literal(LiteralContext literal) {
    String text = literal.getText();
    return switch (literal.getStart().getType()) {
      case CosmosSqlLexer.TRUE -> Value.of(true);
      case CosmosSqlLexer.FALSE -> Value.of(false);
      case CosmosSqlLexer.NULL -> Value.NULL;
      case CosmosSqlLexer.UNDEFINED -> Value.UNDEFINED;
      case CosmosSqlLexer.NUMBER -> Literals.number(text);
      default -> Value.of(Literals.string(text));
    };
  }

  Expression.Call call(FunctionCallContext call) {
    return new Expression.Call(
        call.functionName().getText(),
        call.UDF() != null,
        list(call.expression()),
        queries.span(call),
        queries.span(call.functionName()));
  }
}
