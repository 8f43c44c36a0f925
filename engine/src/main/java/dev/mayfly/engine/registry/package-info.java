/**
 * The registry of databases, containers and indexes: creates, changes and drops them, each in a
 * write of its own, and publishes the new snapshot of a container at one instant. Start with {@link
 * dev.mayfly.engine.registry.Catalog}; what a new definition makes of a container's state is in
 * {@link dev.mayfly.engine.registry.DefinitionChange}.
 */
package dev.mayfly.engine.registry;
