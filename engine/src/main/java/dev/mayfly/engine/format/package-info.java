/**
 * The bytes of every row, as drawn in {@code docs/format.md}: keys and values are built and taken
 * apart here. Readers make the bounds of a range from the prefixes of this package; continuation
 * tokens are not rows. The verifier in {@code check} reads the bytes by itself, on purpose. Format
 * version {@link dev.mayfly.engine.format.Format#VERSION}.
 */
package dev.mayfly.engine.format;
