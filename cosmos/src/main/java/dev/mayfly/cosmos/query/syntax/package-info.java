/**
 * What a query says, as a tree. The grammar file is the documentation of the language; the classes
 * that are made from it stay behind {@link dev.mayfly.cosmos.query.syntax.QueryParser}.
 */
package dev.mayfly.cosmos.query.syntax;
