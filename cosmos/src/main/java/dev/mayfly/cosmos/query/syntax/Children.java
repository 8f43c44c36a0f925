package dev.mayfly.cosmos.query.syntax;

import java.util.ArrayList;
import java.util.List;

/** Which expressions an expression is made of. */
final class Children {
  private Children() {}

  static List<Expression> of(Expression expression) {
    if (expression instanceof Expression.Member member) {
      return List.of(member.of());
    } else if (expression instanceof Expression.Index index) {
      return List.of(index.of(), index.index());
    } else if (expression instanceof Expression.Unary unary) {
      return List.of(unary.operand());
    } else if (expression instanceof Expression.Binary binary) {
      return List.of(binary.left(), binary.right());
    } else if (expression instanceof Expression.And and) {
      return and.operands();
    } else if (expression instanceof Expression.Or or) {
      return or.operands();
    } else if (expression instanceof Expression.Coalesce coalesce) {
      return List.of(coalesce.left(), coalesce.right());
    } else if (expression instanceof Expression.Conditional conditional) {
      return List.of(conditional.test(), conditional.then(), conditional.otherwise());
    } else if (expression instanceof Expression.In in) {
      List<Expression> children = new ArrayList<>(in.list());
      children.add(in.value());
      return children;
    } else if (expression instanceof Expression.Between between) {
      return List.of(between.value(), between.low(), between.high());
    } else if (expression instanceof Expression.Like like) {
      return List.of(like.value(), like.pattern());
    } else if (expression instanceof Expression.Call call) {
      return call.arguments();
    } else if (expression instanceof Expression.NewObject object) {
      return object.properties().stream().map(Expression.Property::value).toList();
    } else if (expression instanceof Expression.NewArray array) {
      return array.elements();
    }
    return List.of();
  }
}
