/** Values of the query language: what they are, when they are equal, which comes first. */
package dev.mayfly.cosmos.query.value;
