/**
 * Queries over HTTP: {@code QueryHandler} is the entry. A {@code QuerySpec} is parsed ({@code
 * syntax}), compiled ({@code compile}) and executed page by page ({@code run}), or answered with a
 * plan for the SDK ({@code plan}).
 */
package dev.mayfly.cosmos.query;
