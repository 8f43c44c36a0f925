import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, failure, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();

const definition = {
  fields: [
    { type: "vector", path: "v", numDimensions: 3, similarity: "cosine" },
    { type: "filter", path: "kind" },
  ],
};

function nearest(more) {
  return [
    {
      $vectorSearch: { index: "i", path: "v", queryVector: [1, 0, 0], numCandidates: 20, limit: 2, ...more },
    },
    { $project: { score: { $meta: "vectorSearchScore" } } },
  ];
}

test("a search index is made, listed, changed and dropped", async () => {
  const collection = await database.createCollection("indexed");
  const name = await collection.createSearchIndex({ name: "i", type: "vectorSearch", definition });
  assert.equal(name, "i");
  const [shown] = await collection.listSearchIndexes("i").toArray();
  assert.equal(shown.queryable, true);
  assert.equal(shown.status, "READY");
  assert.deepEqual(shown.latestDefinition, definition);
  await collection.updateSearchIndex("i", { fields: [{ ...definition.fields[0], similarity: "euclidean" }] });
  const [changed] = await collection.listSearchIndexes().toArray();
  assert.equal(changed.latestDefinition.fields[0].similarity, "euclidean");
  await collection.dropSearchIndex("i");
  assert.deepEqual(await collection.listSearchIndexes().toArray(), []);
  const refused = await failure(collection.createSearchIndex({ definition: { mappings: { dynamic: true } } }));
  assert.equal(refused.code, 31082);
});

test("the nearest documents are found while they live", async () => {
  const collection = await database.createCollection("searched");
  await collection.createIndex({ _ts: 1 }, { expireAfterSeconds: 100 });
  await collection.createSearchIndex({ name: "i", type: "vectorSearch", definition });
  await collection.insertMany([
    { _id: 1, v: [2, 0, 0], kind: "a", ttl: 10 },
    { _id: 2, v: [1, 1, 0], kind: "b" },
    { _id: 3, v: [0, 0, 1], kind: "a" },
  ]);
  const found = await collection.aggregate(nearest()).toArray();
  assert.deepEqual(
    found.map((each) => each._id),
    [1, 2],
  );
  assert.equal(found[0].score, 1);
  const filtered = await collection.aggregate(nearest({ filter: { kind: "a" } })).toArray();
  assert.deepEqual(
    filtered.map((each) => each._id),
    [1, 3],
  );
  await advance(10);
  const left = await collection.aggregate(nearest()).toArray();
  assert.deepEqual(
    left.map((each) => each._id),
    [2, 3],
  );
});
