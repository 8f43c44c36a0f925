package dev.mayfly.cosmos.query.syntax;

/**
 * Where something stands in the text, in characters.
 *
 * @param end exclusive
 */
public record Span(int start, int end) {}
