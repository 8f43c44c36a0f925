/** Rounds on real servers that both drivers work with: they are killed, or their files damaged. */
package dev.mayfly.torture.server;
