/** Queries: the endpoint, the plan, the SQL language. */
package dev.mayfly.cosmos.query;
