/** Runs the examples against the artifacts of this build, as a stranger's machine would. */
package dev.mayfly.examples;
