/** Where values come from: constants, fields of the document, variables. */
package dev.mayfly.mongo.expression.variable;
