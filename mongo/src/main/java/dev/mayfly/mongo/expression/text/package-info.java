/** Strings: by bytes, by code points, by regular expression. */
package dev.mayfly.mongo.expression.text;
