/** Names of databases and collections, and which of them are valid. */
package dev.mayfly.mongo.namespace;
