/** The real program in processes of its own. */
package dev.mayfly.torture.process;
