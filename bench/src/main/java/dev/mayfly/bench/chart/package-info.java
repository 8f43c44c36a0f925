/** Draws figures and series as SVG, readable on a light and on a dark page. */
package dev.mayfly.bench.chart;
