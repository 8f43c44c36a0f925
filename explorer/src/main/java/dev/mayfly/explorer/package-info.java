/**
 * The Explorer: a page for browsers, as files that the admin port serves. It has no build step:
 * what is in the resources of this package is what the browser gets, together with lit-html from
 * its WebJar.
 */
package dev.mayfly.explorer;
