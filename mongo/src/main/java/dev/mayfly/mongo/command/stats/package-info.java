/** Commands and stages that report statistics of collections and databases. */
package dev.mayfly.mongo.command.stats;
