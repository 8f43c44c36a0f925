/**
 * What both sides of the isolating class loader know: only types of Java itself go across. Not for
 * programs, which use {@link dev.mayfly.embedded.Mayfly}.
 */
package dev.mayfly.embedded.bridge;
