/** Errors as data: one enum of codes, one exception that carries a code and what it is about. */
package dev.mayfly.engine.error;
