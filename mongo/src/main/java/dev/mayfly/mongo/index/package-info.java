/**
 * Index specifications: parsing, validation, conflicts, and their translation into indexes of the
 * engine. Start reading at {@link dev.mayfly.mongo.index.IndexSpecs}.
 */
package dev.mayfly.mongo.index;
