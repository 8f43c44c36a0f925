/**
 * Values of the query language: types, equality, order, hashes and heap sizes. Stored items are
 * read in place, so a value that outlives its row is copied by {@link
 * dev.mayfly.cosmos.query.value.Detached}. {@link dev.mayfly.cosmos.query.value.RowBudget} bounds
 * what expressions may produce.
 */
package dev.mayfly.cosmos.query.value;
