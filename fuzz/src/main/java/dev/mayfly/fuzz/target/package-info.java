/** The targets: one class for each input surface. */
package dev.mayfly.fuzz.target;
