/** Commands for tests of clients, which are served if the server was started with them. */
package dev.mayfly.mongo.command.test;
