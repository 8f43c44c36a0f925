/**
 * Items in files: JSON lines, JSON arrays, CSV and BSON, each with a reader ({@link
 * dev.mayfly.server.transfer.format.RecordReader}) and a writer ({@link
 * dev.mayfly.server.transfer.format.RecordWriter}) that hold one record at a time. Start at {@link
 * dev.mayfly.server.transfer.format.FileFormat}.
 */
package dev.mayfly.server.transfer.format;
