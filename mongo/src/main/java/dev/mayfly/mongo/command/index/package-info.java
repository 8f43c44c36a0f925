/** Commands that make, show and drop indexes. */
package dev.mayfly.mongo.command.index;
