/**
 * The built-in functions of the query language, one class for each family, registered by name in
 * {@link dev.mayfly.cosmos.query.function.Builtins}. Arguments enter as values and a value leaves;
 * a wrong type makes the result undefined.
 */
package dev.mayfly.cosmos.query.function;
