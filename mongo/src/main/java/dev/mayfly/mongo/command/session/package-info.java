/** Commands that start, refresh, end and kill logical sessions. */
package dev.mayfly.mongo.command.session;
