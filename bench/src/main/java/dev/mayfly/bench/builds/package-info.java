/**
 * This build of Mayfly beside another one: the same requests to both, in turn. A checkout of an
 * earlier state that is built enters; for each load the processor time of this build, as a share of
 * the other one's, leaves. Start with {@link dev.mayfly.bench.builds.BuildsBench}.
 */
package dev.mayfly.bench.builds;
