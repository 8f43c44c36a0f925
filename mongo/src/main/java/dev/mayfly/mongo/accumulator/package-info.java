/** Accumulators: what makes one value of many, each in a file of its name. */
package dev.mayfly.mongo.accumulator;
