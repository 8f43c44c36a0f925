/**
 * What the handlers of all resource types share: an authorized {@link
 * dev.mayfly.cosmos.handler.Call} enters a {@link dev.mayfly.cosmos.handler.Handler}, which answers
 * it. The handlers themselves are with their resources in {@code account}, {@code container},
 * {@code item} and {@code query}.
 */
package dev.mayfly.cosmos.handler;
