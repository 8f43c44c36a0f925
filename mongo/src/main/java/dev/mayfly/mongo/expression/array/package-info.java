/** Arrays: their elements, and new ones made of them. */
package dev.mayfly.mongo.expression.array;
