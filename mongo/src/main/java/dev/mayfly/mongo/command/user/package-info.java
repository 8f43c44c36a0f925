/** Commands that manage users and list roles. */
package dev.mayfly.mongo.command.user;
