/** Faults that tests of drivers and applications ask for ({@code configureFailPoint}). */
package dev.mayfly.mongo.failpoint;
