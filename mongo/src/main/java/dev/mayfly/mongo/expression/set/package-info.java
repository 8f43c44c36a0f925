/** Arrays as sets. */
package dev.mayfly.mongo.expression.set;
