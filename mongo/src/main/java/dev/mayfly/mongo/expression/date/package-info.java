/** Dates: their parts in a time zone, arithmetic, and texts. */
package dev.mayfly.mongo.expression.date;
