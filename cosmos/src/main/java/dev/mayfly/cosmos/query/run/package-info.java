/**
 * Executes compiled queries over the items of a container, one page for each request. {@link
 * dev.mayfly.cosmos.query.run.QueryExecution} is the entry: it has a plan made, which reads keys,
 * partitions or indexes, and runs the kind of page that the query needs.
 */
package dev.mayfly.cosmos.query.run;
