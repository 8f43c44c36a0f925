/**
 * What {@code mayfly demo} shows: the product in ten seconds, on a store of its own. It uses the
 * engine as a front end would; every figure on the screen is what the engine answered.
 */
package dev.mayfly.server.demo;
