/**
 * The threads that work on requests. Every request starts in the short lane; one that has used its
 * slice of processor time continues in the long lane, where few run at a time and take turns. In
 * both lanes users take turns, and among the requests of a user its connections do.
 */
package dev.mayfly.net.work;
