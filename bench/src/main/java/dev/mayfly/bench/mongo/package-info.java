/** The MongoDB port through the real Java driver, beside another server written in Java. */
package dev.mayfly.bench.mongo;
