/** What clients can ask for: each command in a file of its name, in a room of its kind. */
package dev.mayfly.mongo.command;
