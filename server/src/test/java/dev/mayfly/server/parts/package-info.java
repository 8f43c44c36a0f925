/** Tests of the bill of materials, and the check for known vulnerabilities. */
package dev.mayfly.server.parts;
