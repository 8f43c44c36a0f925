/** Comparisons of any two values. */
package dev.mayfly.mongo.expression.compare;
