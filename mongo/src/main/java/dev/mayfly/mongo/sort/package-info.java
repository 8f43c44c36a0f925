/**
 * The order that a client asks for. A document such as {@code {a: 1, b: -1}} enters; {@link
 * dev.mayfly.mongo.sort.SortPattern} extracts the sort keys of documents and compares them.
 */
package dev.mayfly.mongo.sort;
