/** How texts compare in a language: what a command asks for with {@code collation}. */
package dev.mayfly.mongo.collation;
