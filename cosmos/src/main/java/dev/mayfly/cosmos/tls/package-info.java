/** The certificate that the server makes for itself, or is given. */
package dev.mayfly.cosmos.tls;
