/**
 * Aggregation expressions. BSON enters {@link dev.mayfly.mongo.expression.ExpressionParser}, and
 * compiled {@link dev.mayfly.mongo.expression.Expression}s leave, which are evaluated with {@link
 * dev.mayfly.mongo.expression.Variables}. {@link dev.mayfly.mongo.expression.Expressions} is the
 * registry of the operators; the classes named {@code ...Operators} list them by kind, and larger
 * operators have a class of their own. {@link dev.mayfly.mongo.expression.Operators} builds
 * operators from functions. Start reading at {@code Expressions}.
 */
package dev.mayfly.mongo.expression;
