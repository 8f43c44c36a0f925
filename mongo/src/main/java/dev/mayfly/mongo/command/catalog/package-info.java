/** Commands that create, list, modify and drop collections, views and databases. */
package dev.mayfly.mongo.command.catalog;
