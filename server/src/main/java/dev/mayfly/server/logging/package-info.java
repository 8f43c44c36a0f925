/** How the program logs: short lines on the error stream, warnings only from libraries. */
package dev.mayfly.server.logging;
