/**
 * Compiles parsed queries. In comes a {@code Query} of the syntax package, out goes a {@link
 * dev.mayfly.cosmos.query.compile.CompiledQuery} whose expressions are functions of rows. Start
 * with {@link dev.mayfly.cosmos.query.compile.QueryCompiler}; {@link
 * dev.mayfly.cosmos.query.compile.PreparedQueries} caches what it returns. A subquery is evaluated
 * within a row of the query around it, so what evaluates it in memory is here too.
 */
package dev.mayfly.cosmos.query.compile;
