/** Items: single operations, batches, feeds and the change feed. */
package dev.mayfly.cosmos.item;
