/**
 * A container while the engine is open. Requests take its {@link
 * dev.mayfly.engine.container.ContainerSnapshot}; at an instant that is a {@link
 * dev.mayfly.engine.container.Visibility}, the only way from a row to an item. Beside them stand
 * the readers that wait for changes or indexes, the requests for automatic indexes, the positions
 * of the purge, and when the background has work here. Start with {@link
 * dev.mayfly.engine.container.OpenContainer}.
 */
package dev.mayfly.engine.container;
