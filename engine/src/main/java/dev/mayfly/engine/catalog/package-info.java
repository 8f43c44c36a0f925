/**
 * Definitions of databases and containers, and what is stored beside them: date sources, indexes
 * with their progress, deleted partitions. Values only, and part of the engine's API; nothing here
 * reads or writes rows. Start with {@link dev.mayfly.engine.catalog.ContainerDefinition}.
 */
package dev.mayfly.engine.catalog;
