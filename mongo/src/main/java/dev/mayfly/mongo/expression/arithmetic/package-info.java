/** Sums, products, powers, logarithms, rounding, and what is computed over many numbers. */
package dev.mayfly.mongo.expression.arithmetic;
