/**
 * Errors: MongoDB's codes and names, the exception that carries them, and the translation of all
 * failures into replies. Start reading at {@link dev.mayfly.mongo.error.Failures}.
 */
package dev.mayfly.mongo.error;
