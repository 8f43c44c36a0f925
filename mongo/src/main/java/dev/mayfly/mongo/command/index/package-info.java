/** Commands that create, list and drop indexes, and the wait for index builds. */
package dev.mayfly.mongo.command.index;
