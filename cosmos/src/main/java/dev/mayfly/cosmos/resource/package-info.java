/**
 * How resources are addressed and stored: types, paths, resource ids, etags and the scope of a
 * request. {@link dev.mayfly.cosmos.resource.Directory} resolves a {@link
 * dev.mayfly.cosmos.resource.ResourcePath} to a database or container of the engine; {@link
 * dev.mayfly.cosmos.resource.ChildStore} keeps small resources such as users and scripts.
 */
package dev.mayfly.cosmos.resource;
