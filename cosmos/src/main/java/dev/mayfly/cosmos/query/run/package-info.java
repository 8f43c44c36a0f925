/** Runs queries: names are resolved, expressions become functions of rows, rows become pages. */
package dev.mayfly.cosmos.query.run;
