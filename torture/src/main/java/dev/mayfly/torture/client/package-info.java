/** The two real drivers behind one interface, so that one load works with both. */
package dev.mayfly.torture.client;
