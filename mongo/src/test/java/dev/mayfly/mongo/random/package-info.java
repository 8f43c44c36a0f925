/**
 * Random documents, filters and updates, and evaluators that are slow and obviously right, to be
 * compared with the real ones.
 */
package dev.mayfly.mongo.random;
