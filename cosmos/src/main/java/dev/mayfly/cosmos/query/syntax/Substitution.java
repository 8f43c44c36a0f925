package dev.mayfly.cosmos.query.syntax;

import java.util.List;
import java.util.function.Function;

/** Puts other expressions in the place of parts of one. */
public final class Substitution {
  private final Function<Expression, Expression> change;

  private Substitution(Function<Expression, Expression> change) {
    this.change = change;
  }

  /**
   * An expression with what was changed in it.
   *
   * @param change what stands in the place of an expression; null if that stays, and its parts are
   *     asked about. Queries within it are left alone
   */
  public static Expression in(Expression expression, Function<Expression, Expression> change) {
    return new Substitution(change).of(expression);
  }

  private Expression of(Expression expression) {
    Expression changed = change.apply(expression);
    if (changed != null) {
      return changed;
    } else if (expression instanceof Expression.Member member) {
      return new Expression.Member(of(member.of()), member.name(), member.quoted(), member.span());
    } else if (expression instanceof Expression.Index index) {
      return new Expression.Index(of(index.of()), of(index.index()), index.span());
    } else if (expression instanceof Expression.Unary unary) {
      return new Expression.Unary(unary.operator(), of(unary.operand()));
    } else if (expression instanceof Expression.Binary binary) {
      return new Expression.Binary(binary.operator(), of(binary.left()), of(binary.right()));
    } else if (expression instanceof Expression.And and) {
      return new Expression.And(all(and.operands()));
    } else if (expression instanceof Expression.Or or) {
      return new Expression.Or(all(or.operands()));
    } else if (expression instanceof Expression.Call call) {
      return new Expression.Call(
          call.name(), call.userDefined(), all(call.arguments()), call.span(), call.nameSpan());
    }
    return ofRarer(expression);
  }

  private Expression ofRarer(Expression expression) {
    if (expression instanceof Expression.In in) {
      return new Expression.In(of(in.value()), all(in.list()));
    } else if (expression instanceof Expression.Between between) {
      return new Expression.Between(of(between.value()), of(between.low()), of(between.high()));
    } else if (expression instanceof Expression.Like like) {
      return new Expression.Like(of(like.value()), of(like.pattern()), like.escape());
    } else if (expression instanceof Expression.Coalesce coalesce) {
      return new Expression.Coalesce(of(coalesce.left()), of(coalesce.right()));
    } else if (expression instanceof Expression.Conditional choice) {
      return new Expression.Conditional(
          of(choice.test()), of(choice.then()), of(choice.otherwise()));
    } else if (expression instanceof Expression.NewObject object) {
      return new Expression.NewObject(
          object.properties().stream()
              .map(part -> new Expression.Property(part.name(), of(part.value())))
              .toList(),
          object.span());
    } else if (expression instanceof Expression.NewArray array) {
      return new Expression.NewArray(all(array.elements()));
    }
    return expression;
  }

  private List<Expression> all(List<Expression> expressions) {
    return expressions.stream().map(this::of).toList();
  }
}
