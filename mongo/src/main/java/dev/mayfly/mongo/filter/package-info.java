/**
 * The query language, one class for each operator. A query document enters {@link
 * dev.mayfly.mongo.filter.FilterParser}, and a compiled {@link dev.mayfly.mongo.filter.Filter}
 * leaves.
 */
package dev.mayfly.mongo.filter;
