/** The query language: which documents match. Each operator in a file of its name. */
package dev.mayfly.mongo.filter;
