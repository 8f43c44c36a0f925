/**
 * The inner side of an embedded server: loaded by the isolating class loader, together with the
 * server and its libraries.
 */
package dev.mayfly.embedded.inside;
