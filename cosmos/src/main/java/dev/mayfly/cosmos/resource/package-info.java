/** How resources are named: types, paths of names, resource ids, and what they lead to. */
package dev.mayfly.cosmos.resource;
