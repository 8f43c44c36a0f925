/** Choices between expressions. */
package dev.mayfly.mongo.expression.condition;
