/** What every kind of round is given, and the directory that it works in. */
package dev.mayfly.torture.round;
