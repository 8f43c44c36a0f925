/** Containers: their definitions as JSON, partition key ranges, scripts, quotas. */
package dev.mayfly.cosmos.container;
