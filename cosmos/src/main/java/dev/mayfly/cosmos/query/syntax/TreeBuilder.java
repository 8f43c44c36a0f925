package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.grammar.CosmosSqlLexer;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.AliasedContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.CallCollectionContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.CollectionContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.ConditionContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.CountContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.FromClauseContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.IterationContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.OrderByClauseContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.PathCollectionContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.PathStepContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.QueryCollectionContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.QueryContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.SelectClauseContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.SelectItemsContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.SelectValueContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.SelectionContext;
import dev.mayfly.cosmos.query.grammar.CosmosSqlParser.SourceContext;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Direction;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.OrderItem;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Turns what the parser made of the clauses into our own tree. */
final class TreeBuilder {
  private final TokenPositions positions;
  private final ExpressionBuilder expressions;

  TreeBuilder(String text) {
    this.positions = new TokenPositions(text);
    this.expressions = new ExpressionBuilder(this);
  }

  Query query(QueryContext query) {
    SelectClauseContext select = query.selectClause();
    OrderByClauseContext order = query.orderByClause();
    return new Query(
        select.DISTINCT() != null,
        select.topClause() == null ? null : count(select.topClause().count()),
        selection(select.selection()),
        query.fromClause() == null ? List.of() : sources(query.fromClause()),
        query.whereClause() == null
            ? null
            : expressions.expression(query.whereClause().expression()),
        query.groupByClause() == null
            ? List.of()
            : expressions.list(query.groupByClause().expression()),
        order == null ? List.of() : orderItems(order),
        order != null && order.RANK() != null,
        query.offsetLimitClause() == null ? null : count(query.offsetLimitClause().count(0)),
        query.offsetLimitClause() == null ? null : count(query.offsetLimitClause().count(1)),
        new Query.Places(
            place(select.topClause()),
            select.topClause() == null ? null : span(select.topClause().count()),
            span(select.selection()),
            query.fromClause() == null
                ? null
                : span(query.fromClause().source(0), query.fromClause().getStop()),
            place(order),
            place(query.offsetLimitClause()),
            query.offsetLimitClause() == null ? null : span(query.offsetLimitClause().count(0)),
            query.offsetLimitClause() == null ? null : span(query.offsetLimitClause().count(1))));
  }

  Query condition(ConditionContext condition) {
    return new Query(
        false,
        null,
        new Selection.All(),
        sources(condition.fromClause()),
        condition.whereClause() == null
            ? null
            : expressions.expression(condition.whereClause().expression()),
        List.of(),
        List.of(),
        false,
        null,
        null,
        new Query.Places(null, null, span(condition), null, null, null, null, null));
  }

  private Span place(ParserRuleContext clause) {
    return clause == null ? null : span(clause);
  }

  private Span span(ParserRuleContext first, Token last) {
    return new Span(span(first).start(), span(last).end());
  }

  private Selection selection(SelectionContext selection) {
    if (selection instanceof SelectValueContext value) {
      return new Selection.Single(expressions.expression(value.expression()));
    } else if (selection instanceof SelectItemsContext items) {
      return new Selection.Items(
          items.selectItem().stream()
              .map(
                  item ->
                      new Item(
                          expressions.expression(item.expression()),
                          item.name() == null ? null : item.name().getText()))
              .toList());
    }
    return new Selection.All();
  }

  private List<Source> sources(FromClauseContext from) {
    return from.source().stream().map(this::source).toList();
  }

  private Source source(SourceContext source) {
    if (source instanceof IterationContext iteration) {
      return new Source(
          iteration.name().getText(), true, collection(iteration.collection()), span(source));
    }
    AliasedContext aliased = (AliasedContext) source;
    String alias = aliased.name() == null ? null : aliased.name().getText();
    return new Source(alias, false, collection(aliased.collection()), span(aliased.collection()));
  }

  private Collection collection(CollectionContext collection) {
    if (collection instanceof QueryCollectionContext rows) {
      return new Collection.Rows(query(rows.query()));
    } else if (collection instanceof CallCollectionContext call) {
      return new Collection.Result(expressions.call(call.functionCall()));
    }
    PathCollectionContext path = (PathCollectionContext) collection;
    Expression value = new Expression.Identifier(path.name().getText(), span(path.name()));
    for (PathStepContext step : path.pathStep()) {
      value = step(value, step);
    }
    return new Collection.Path(value);
  }

  private Expression step(Expression of, PathStepContext step) {
    if (step.propertyName() != null) {
      return new Expression.Member(of, step.propertyName().getText(), false, span(step));
    } else if (step.STRING() != null) {
      return new Expression.Member(of, Literals.string(step.STRING().getText()), true, span(step));
    }
    return new Expression.Index(of, numberOrParameter(step.NUMBER(), step.PARAMETER()), span(step));
  }

  private Expression numberOrParameter(TerminalNode number, TerminalNode parameter) {
    return number != null
        ? new Expression.Literal(Literals.number(number.getText()))
        : new Expression.Parameter(parameter.getText(), span(parameter.getSymbol()));
  }

  private Expression count(CountContext count) {
    return numberOrParameter(count.NUMBER(), count.PARAMETER());
  }

  private List<OrderItem> orderItems(OrderByClauseContext order) {
    if (order.RANK() != null) {
      return order.rankItem().stream()
          .map(item -> new OrderItem(expressions.call(item.functionCall()), direction(item)))
          .toList();
    }
    return order.orderItem().stream()
        .map(item -> new OrderItem(expressions.expression(item.expression()), direction(item)))
        .toList();
  }

  private static Direction direction(ParserRuleContext item) {
    if (item.getToken(CosmosSqlLexer.DESC, 0) != null) {
      return Direction.DESC;
    }
    return item.getToken(CosmosSqlLexer.ASC, 0) != null ? Direction.ASC : Direction.NONE;
  }

  Span span(ParserRuleContext rule) {
    return positions.span(rule);
  }

  Span span(Token token) {
    return positions.span(token);
  }
}
