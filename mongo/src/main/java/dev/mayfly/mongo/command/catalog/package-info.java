/** Commands that make, show, change and drop collections and databases. */
package dev.mayfly.mongo.command.catalog;
