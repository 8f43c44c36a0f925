/** Which fields of documents are shown, and what is computed beside them. */
package dev.mayfly.mongo.projection;
