/** Documents: their fields, and new ones made of them. */
package dev.mayfly.mongo.expression.object;
