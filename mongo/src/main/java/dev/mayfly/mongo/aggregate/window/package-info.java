/**
 * Window functions of {@code $setWindowFields} and {@code $fill}. Output fields enter {@link
 * dev.mayfly.mongo.aggregate.window.WindowFunctions}; the functions return a value for each
 * document of a sorted {@link dev.mayfly.mongo.aggregate.window.Partition}.
 */
package dev.mayfly.mongo.aggregate.window;
