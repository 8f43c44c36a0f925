/**
 * Diagnostic and administrative commands on the server itself: versions, parameters, status,
 * operations in progress.
 */
package dev.mayfly.mongo.command.info;
