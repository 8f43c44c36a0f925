/** Whole numbers bit by bit. */
package dev.mayfly.mongo.expression.bits;
