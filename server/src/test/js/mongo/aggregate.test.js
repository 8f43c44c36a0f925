import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();
const orders = database.collection("orders");
await orders.insertMany([
  { _id: 1, customer: "a", items: [{ sku: "x", n: 2 }, { sku: "y", n: 1 }] },
  { _id: 2, customer: "b", items: [{ sku: "x", n: 5 }] },
  { _id: 3, customer: "a", items: [] },
]);
await database.collection("customers").insertMany([
  { _id: "a", name: "Ann" },
  { _id: "b", name: "Bob" },
]);

const run = (pipeline) => orders.aggregate(pipeline).toArray();

test("unwind, group and sort", async () => {
  const sold = await run([
    { $unwind: "$items" },
    { $group: { _id: "$items.sku", sold: { $sum: "$items.n" } } },
    { $sort: { _id: 1 } },
  ]);
  assert.deepEqual(sold, [
    { _id: "x", sold: 7 },
    { _id: "y", sold: 1 },
  ]);
});

test("lookup and expressions", async () => {
  const named = await run([
    { $lookup: { from: "customers", localField: "customer", foreignField: "_id", as: "who" } },
    {
      $project: {
        _id: 0,
        text: { $concat: [{ $first: "$who.name" }, ":", { $toString: { $size: "$items" } }] },
      },
    },
    { $sort: { text: 1 } },
  ]);
  assert.deepEqual(
    named.map((each) => each.text),
    ["Ann:0", "Ann:2", "Bob:1"],
  );
});

test("facet and count", async () => {
  const [facets] = await run([
    {
      $facet: {
        all: [{ $count: "n" }],
        byCustomer: [{ $sortByCount: "$customer" }],
      },
    },
  ]);
  assert.deepEqual(facets, {
    all: [{ n: 3 }],
    byCustomer: [
      { _id: "a", count: 2 },
      { _id: "b", count: 1 },
    ],
  });
});

test("a pipeline writes into another collection", async () => {
  await orders.aggregate([{ $match: { customer: "a" } }, { $out: "mine" }]).toArray();
  assert.equal(await database.collection("mine").countDocuments(), 2);
  await orders
    .aggregate([{ $set: { seen: true } }, { $merge: { into: "mine", whenMatched: "merge" } }])
    .toArray();
  assert.equal(await database.collection("mine").countDocuments({ seen: true }), 3);
});

test("a stage that is not there is refused by name", async () => {
  const error = await failure(run([{ $frobnicate: {} }]));
  assert.equal(error.code, 40324);
  assert.match(error.message, /Unrecognized pipeline stage name: '\$frobnicate'/);
});
