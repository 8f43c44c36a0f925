/** The functions that are built into the language, by kind; one registry by name. */
package dev.mayfly.cosmos.query.function;
