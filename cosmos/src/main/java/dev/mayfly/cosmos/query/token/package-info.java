/**
 * Continuation tokens of queries: {@link dev.mayfly.cosmos.query.token.QueryToken} is all that is
 * known between two pages, and the server keeps nothing. A sorted query resumes after a {@link
 * dev.mayfly.cosmos.query.token.SortPosition}, any other at a {@link
 * dev.mayfly.cosmos.query.token.PagePosition}.
 */
package dev.mayfly.cosmos.query.token;
