/** What the program is made of: the software bill of materials. */
package dev.mayfly.server.parts;
