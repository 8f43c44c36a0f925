/** What type a value has, and conversions. */
package dev.mayfly.mongo.expression.type;
