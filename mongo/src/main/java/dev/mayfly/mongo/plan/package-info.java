/**
 * Which index of a collection a query reads. A filter enters; {@link
 * dev.mayfly.mongo.plan.FilterConditions} translates it into conditions on paths, {@link
 * dev.mayfly.mongo.plan.CollectionRules} says how the indexes of a collection serve them. The
 * choice is made by {@link dev.mayfly.query.plan.IndexPlanner}; {@link
 * dev.mayfly.mongo.plan.IndexPlan} is its result as scans and as explain shows it.
 */
package dev.mayfly.mongo.plan;
