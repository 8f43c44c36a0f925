/** What fits nowhere else: random numbers, sizes, hashes, metadata. */
package dev.mayfly.mongo.expression.misc;
