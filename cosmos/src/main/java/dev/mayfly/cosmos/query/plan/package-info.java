/** Plans: what a client that looks into several ranges asks each of them, and how it merges. */
package dev.mayfly.cosmos.query.plan;
