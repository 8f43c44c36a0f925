/** Sines and the like, on doubles and on decimals of 34 digits. */
package dev.mayfly.mongo.expression.trigonometry;
