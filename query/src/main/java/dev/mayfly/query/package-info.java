/** What both query languages need to run a query: accounts of memory. */
package dev.mayfly.query;
