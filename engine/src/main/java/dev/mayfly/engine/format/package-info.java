/**
 * The bytes of every row, as drawn in {@code docs/format.md}. Nothing outside this package builds
 * or takes apart a key or a value. Format version {@link dev.mayfly.engine.format.Format#VERSION}.
 */
package dev.mayfly.engine.format;
