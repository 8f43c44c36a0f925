/** Aggregation expressions: how they are parsed, what they see, and each in a file of its name. */
package dev.mayfly.mongo.expression;
