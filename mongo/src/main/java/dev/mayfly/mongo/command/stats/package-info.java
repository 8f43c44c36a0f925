/** Commands and reports that tell how much there is. */
package dev.mayfly.mongo.command.stats;
