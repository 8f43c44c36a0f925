/**
 * Containers. {@code ContainerHandler} serves the resource; {@code ContainerJson} converts between
 * the JSON of a definition and the engine's definition, with one class for each policy in it.
 * Partition key ranges, scripts and conflicts are served here too.
 */
package dev.mayfly.cosmos.container;
