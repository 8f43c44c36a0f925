/** And, or, not. */
package dev.mayfly.mongo.expression.bool;
