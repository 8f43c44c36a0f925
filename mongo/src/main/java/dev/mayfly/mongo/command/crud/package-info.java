/** Commands that read and write documents. */
package dev.mayfly.mongo.command.crud;
