/** Functions over documents that stand near each other in an order. */
package dev.mayfly.mongo.aggregate.window;
