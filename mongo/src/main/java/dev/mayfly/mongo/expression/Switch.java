package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonValue;

record Switch(Expression[] cases, Expression[] results, Expression otherwise)
    implements Expression {
  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(40060, "$switch requires an object as an argument, found: %s"),
            NamedArguments.failure(40067, "$switch found an unknown argument: %s"),
            "branches",
            "default");
    BsonArray branches = branches(arguments.raw("branches"));
    Expression[] cases = new Expression[branches.size()];
    Expression[] results = new Expression[branches.size()];
    for (int i = 0; i < cases.length; i++) {
      NamedArguments branch = branch(branches.get(i), arguments.context());
      cases[i] =
          branch.required("case", 40064, "$switch requires each branch have a 'case' expression");
      results[i] =
          branch.required("then", 40065, "$switch requires each branch have a 'then' expression.");
    }
    return new Switch(cases, results, arguments.optional("default"));
  }

  private static BsonArray branches(BsonValue branches) {
    if (branches != null && !branches.isArray()) {
      throw new MongoException(
          40061, "$switch expected an array for 'branches', found: " + TypeNames.of(branches));
    }
    if (branches == null || branches.asArray().isEmpty()) {
      throw new MongoException(40068, "$switch requires at least one branch.");
    }
    return branches.asArray();
  }

  private static NamedArguments branch(BsonValue branch, ParseContext context) {
    return NamedArguments.of(
        branch,
        context,
        NamedArguments.failure(40062, "$switch expected each branch to be an object, found: %s"),
        NamedArguments.failure(40063, "$switch found an unknown argument to a branch: %s"),
        "case",
        "then");
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    for (int i = 0; i < cases.length; i++) {
      if (Values.isTrue(cases[i].evaluate(variables))) {
        return results[i].evaluate(variables);
      }
    }
    if (otherwise == null) {
      throw new MongoException(
          40066,
          "$switch could not find a matching branch for an input, and no default was specified.");
    }
    return otherwise.evaluate(variables);
  }
}
