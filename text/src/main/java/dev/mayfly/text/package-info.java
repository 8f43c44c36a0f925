/**
 * Text indexes and searches as MongoDB's. The definition of an index ({@link
 * dev.mayfly.text.TextDefinition}) and the bytes of documents enter; {@link
 * dev.mayfly.text.TextKeys} gives the engine their terms as index keys, {@link
 * dev.mayfly.text.TextSearch} says which documents match a search and with what score. Stemmers and
 * stop words are those of Snowball, from a library that is loaded with the first index.
 */
package dev.mayfly.text;
