/**
 * Collections as containers of the engine: their names, options and documents, and what reads and
 * writes them.
 */
package dev.mayfly.mongo.collection;
