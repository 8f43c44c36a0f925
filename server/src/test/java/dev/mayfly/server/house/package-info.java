/** Tests about the code itself: its arrows, its tidiness, and which test shows which rule. */
package dev.mayfly.server.house;
