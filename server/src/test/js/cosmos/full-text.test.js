import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, newContainer, ownDatabase, refused, splitRanges } from "./mayfly.js";

const database = await ownDatabase();
const ITEMS = 30;
const paths = [{ path: "/title" }, { path: "/text" }];
const fullTextPolicy = {
  defaultLanguage: "en-US",
  fullTextPaths: paths.map((each) => ({ ...each, language: "en-US" })),
};

async function filled(splits) {
  const container = await newContainer(database, {
    fullTextPolicy,
    defaultTtl: -1,
    indexingPolicy: { fullTextIndexes: paths },
  });
  for (let i = 0; i < ITEMS; i++) {
    const title = "river ".repeat(i) + "stone ".repeat(ITEMS - i);
    const text = "boats ".repeat(ITEMS - i) + "clouds ".repeat(i);
    await container.items.create({ id: "i" + i, pk: "p" + i, n: i, title, text });
  }
  for (let i = 0; i < splits; i++) {
    await splitRanges(database, container);
  }
  return container;
}

const found = async (container, query, options) =>
  (await container.items.query(query, options).fetchAll()).resources.map((each) => each.id);

test("policies come back", async () => {
  const container = await filled(0);
  const { resource } = await container.read();
  assert.deepEqual(resource.fullTextPolicy, fullTextPolicy);
  assert.deepEqual(resource.indexingPolicy.fullTextIndexes, paths);
  const bad = { ...resource, fullTextPolicy: { defaultLanguage: "tlh" } };
  await refused(400, container.replace(bad));
});

for (const [splits, options] of [
  [0, {}],
  [0, { forceQueryPlan: true, allowUnboundedNonStreamingQueries: true }],
  [2, {}],
  [2, { forceQueryPlan: true, allowUnboundedNonStreamingQueries: true }],
]) {
  const name = `${2 ** splits} ranges, ${JSON.stringify(options)}: `;
  const both = "ORDER BY RANK RRF(FullTextScore(c.title, 'river'), FullTextScore(c.text, 'boat')";

  test(name + "filters and ranks", async () => {
    const container = await filled(splits);
    const contain = "SELECT * FROM c WHERE FullTextContains(c.title, 'river stones')";
    assert.equal((await found(container, contain, options)).length, ITEMS - 1);
    const first = "SELECT TOP 3 c.id FROM c ORDER BY RANK FullTextScore(c.title, 'river')";
    assert.deepEqual(await found(container, first, options), ["i29", "i28", "i27"]);
    const later =
      "SELECT c.id FROM c WHERE c.n < 20 ORDER BY RANK FullTextScore(c.text, 'boat') OFFSET 2 LIMIT 3";
    assert.deepEqual(await found(container, later, options), ["i2", "i3", "i4"]);
    const weighted = `SELECT TOP 3 c.id FROM c ${both}, [0.01, 1])`;
    assert.deepEqual(await found(container, weighted, options), ["i0", "i1", "i2"]);
    const negative = `SELECT TOP 3 c.id FROM c ${both}, [-1, 0.01])`;
    assert.deepEqual(await found(container, negative, options), ["i0", "i1", "i2"]);
    const fused = `SELECT TOP 2 c.id FROM c ${both})`;
    assert.deepEqual((await found(container, fused, options)).sort(), ["i0", "i29"]);
  });

  test(name + "what dies is not ranked any more", async () => {
    const container = await filled(splits);
    await container.items.create({ id: "x", pk: "x", ttl: 10, title: "river ".repeat(50) });
    const first = "SELECT TOP 1 c.id FROM c ORDER BY RANK FullTextScore(c.title, 'river')";
    await advance(9);
    assert.deepEqual(await found(container, first, options), ["x"]);
    await advance(1);
    assert.deepEqual(await found(container, first, options), ["i29"]);
  });
}
