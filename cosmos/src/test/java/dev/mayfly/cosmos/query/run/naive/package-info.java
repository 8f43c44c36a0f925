/** The query language once more, the simplest way: what random queries are held against. */
package dev.mayfly.cosmos.query.run.naive;
