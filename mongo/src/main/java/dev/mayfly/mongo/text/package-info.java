/**
 * Searches by {@code $text}. {@link dev.mayfly.mongo.text.TextOperand} parses the operand; the
 * {@link dev.mayfly.mongo.text.DocumentSearch} that it makes decides which documents match, and
 * knows their scores. The words are found by {@code dev.mayfly.text}.
 */
package dev.mayfly.mongo.text;
