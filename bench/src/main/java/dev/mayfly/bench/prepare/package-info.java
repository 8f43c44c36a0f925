/** How long it takes until the text of a query is ready to run. */
package dev.mayfly.bench.prepare;
