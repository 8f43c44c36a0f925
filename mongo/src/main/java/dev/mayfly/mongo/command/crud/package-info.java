/**
 * Commands that read and write documents. {@code FindRequest}, {@code Aggregation} and the {@code
 * OpEntry} records are parsed commands; {@code collection} and {@code aggregate} execute them.
 */
package dev.mayfly.mongo.command.crud;
