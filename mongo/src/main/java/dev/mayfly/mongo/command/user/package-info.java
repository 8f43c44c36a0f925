/** Users and their roles. */
package dev.mayfly.mongo.command.user;
