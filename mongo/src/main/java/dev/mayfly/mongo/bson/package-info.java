/**
 * BSON values as MongoDB treats them: their order, equality and arithmetic, and documents that are
 * read where they lie.
 */
package dev.mayfly.mongo.bson;
