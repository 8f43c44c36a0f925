import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, newContainer, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();
const ITEMS = 40;

/** A container of vectors on a circle, each further away from [1, 0] than the one before. */
async function filled(distanceFunction, type) {
  const container = await newContainer(database, {
    defaultTtl: -1,
    vectorEmbeddingPolicy: {
      vectorEmbeddings: [{ path: "/v", dataType: "float32", dimensions: 2, distanceFunction }],
    },
    indexingPolicy: { vectorIndexes: [{ path: "/v", type }] },
  });
  for (let i = 0; i < ITEMS; i++) {
    const v = [Math.cos(i / 20), Math.sin(i / 20)];
    await container.items.create({ id: "i" + i, pk: "p" + i, n: i % 3, ttl: i % 2 ? -1 : 60, v });
  }
  await container.items.create({ id: "none", pk: "p" });
  return container;
}

const ids = (numbers) => numbers.map((n) => "i" + n);

for (const [distanceFunction, type] of [
  ["cosine", "flat"],
  ["euclidean", "quantizedFlat"],
  ["dotproduct", "diskANN"],
]) {
  test("the nearest by " + distanceFunction + " with " + type, async () => {
    const container = await filled(distanceFunction, type);
    const read = (await container.read()).resource;
    assert.equal(read.vectorEmbeddingPolicy.vectorEmbeddings[0].distanceFunction, distanceFunction);
    assert.deepEqual(read.indexingPolicy.vectorIndexes, [{ path: "/v", type }]);

    const parameters = [{ name: "@v", value: [1, 0] }];
    const query = async (text, options = {}) =>
      (await container.items.query({ query: text, parameters }, options).fetchAll()).resources;
    const order = "ORDER BY VectorDistance(c.v, @v)";
    const top = await query("SELECT TOP 5 c.id, VectorDistance(c.v, @v) AS score FROM c " + order);
    assert.deepEqual(top.map((row) => row.id), ids([0, 1, 2, 3, 4]));
    const score = distanceFunction === "euclidean" ? 0 : 1;
    assert.ok(Math.abs(top[0].score - score) < 1e-9, "score " + top[0].score);
    assert.deepEqual(
      (await query(`SELECT c.id FROM c ${order} OFFSET 3 LIMIT 4`)).map((row) => row.id),
      ids([3, 4, 5, 6]),
    );
    assert.deepEqual(
      (await query("SELECT TOP 3 c.id FROM c WHERE c.n = 1 " + order)).map((row) => row.id),
      ids([1, 4, 7]),
    );
    assert.deepEqual(
      (await query("SELECT TOP 100 c.id FROM c " + order)).map((row) => row.id),
      ids([...Array(ITEMS).keys()]),
    );
    await advance(60);
    assert.deepEqual(
      (await query("SELECT TOP 4 c.id FROM c " + order)).map((row) => row.id),
      ids([1, 3, 5, 7]),
    );
  });
}
