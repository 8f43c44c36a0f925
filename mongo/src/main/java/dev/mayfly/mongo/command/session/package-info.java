/** Logical sessions, as clients begin and end them. */
package dev.mayfly.mongo.command.session;
