import assert from "node:assert/strict";
import { test } from "node:test";
import { ids, newContainer, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();
const container = await newContainer(database);
for (let i = 0; i < 12; i++) {
  const item = { id: "i" + String(i).padStart(2, "0"), pk: "p" + (i % 3), n: i, even: i % 2 === 0 };
  await container.items.create({ ...item, inner: { deep: [i] } });
}

const selected = (query, parameters, options) =>
  ids(container.items.query({ query, parameters }, options));

test("equality, AND, OR, IN and parameters", async () => {
  assert.deepEqual(await selected("SELECT * FROM c WHERE c.n = 3"), ["i03"]);
  assert.deepEqual(
    await selected("SELECT * FROM c WHERE c.pk = @pk AND c.even = @even", [
      { name: "@pk", value: "p0" },
      { name: "@even", value: true },
    ]),
    ["i00", "i06"],
  );
  assert.deepEqual(await selected("SELECT * FROM c WHERE c.n = 1 OR c.id = 'i02'"), ["i01", "i02"]);
  assert.deepEqual(await selected("SELECT c.id FROM c WHERE c.n IN (4, 5, 99)"), ["i04", "i05"]);
  assert.deepEqual(await selected("SELECT * FROM c WHERE c.n = 3", [], { partitionKey: "p1" }), []);
  assert.deepEqual(await selected("SELECT * FROM c", [], { partitionKey: "p1" }), [
    "i01",
    "i04",
    "i07",
    "i10",
  ]);
});

test("COUNT, over all and in a partition", async () => {
  const count = async (query, options) =>
    (await container.items.query(query, options).fetchAll()).resources;
  assert.deepEqual(await count("SELECT VALUE COUNT(1) FROM c"), [12]);
  assert.deepEqual(await count("SELECT VALUE COUNT(1) FROM c WHERE c.even = true"), [6]);
  assert.deepEqual(await count("SELECT VALUE COUNT(1) FROM c", { partitionKey: "p2" }), [4]);
});

test("order, and other aggregates", async () => {
  const rows = async (query, options) =>
    (await container.items.query(query, options).fetchAll()).resources;
  const query = "SELECT VALUE c.n FROM c WHERE c.even = true ORDER BY c.n DESC";
  assert.deepEqual(await rows(query, { maxItemCount: 2 }), [10, 8, 6, 4, 2, 0]);
  assert.deepEqual(await rows("SELECT TOP 2 c.id FROM c ORDER BY c.n"), [
    { id: "i00" },
    { id: "i01" },
  ]);
  assert.deepEqual(await rows("SELECT VALUE SUM(c.n) FROM c"), [66]);
  assert.deepEqual(await rows("SELECT VALUE MAX(c.inner.deep[0]) FROM c"), [11]);
});

test("groups, joins, subqueries and functions", async () => {
  const rows = async (query, options) =>
    (await container.items.query(query, options).fetchAll()).resources;
  const groups = await rows("SELECT c.pk, COUNT(1) AS k FROM c GROUP BY c.pk");
  assert.deepEqual(
    groups.sort((a, b) => a.pk.localeCompare(b.pk)),
    [
      { pk: "p0", k: 4 },
      { pk: "p1", k: 4 },
      { pk: "p2", k: 4 },
    ],
  );
  assert.deepEqual((await rows("SELECT DISTINCT VALUE c.pk FROM c")).sort(), ["p0", "p1", "p2"]);
  assert.deepEqual(
    await rows("SELECT VALUE d FROM c JOIN d IN c.inner.deep WHERE d > 9 ORDER BY c.n"),
    [10, 11],
  );
  const some = "EXISTS(SELECT VALUE d FROM d IN c.inner.deep WHERE d = 3)";
  assert.deepEqual(await rows(`SELECT VALUE UPPER(c.id) FROM c WHERE ${some}`), ["I03"]);
  assert.deepEqual(await rows("SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 2 LIMIT 2"), [2, 3]);
  assert.deepEqual(await rows("SELECT VALUE AVG(c.n) FROM c", { forceQueryPlan: true }), [5.5]);
  const sorted = "SELECT VALUE c.n FROM c WHERE c.n < 3 ORDER BY c.n DESC";
  assert.deepEqual(await rows(sorted, { forceQueryPlan: true, maxItemCount: 1 }), [2, 1, 0]);
});

test("all items, in pages", async () => {
  const iterator = container.items.readAll({ maxItemCount: 5 });
  const seen = [];
  const sizes = [];
  while (iterator.hasMoreResults()) {
    const { resources } = await iterator.fetchNext();
    sizes.push(resources.length);
    seen.push(...resources.map((each) => each.id));
  }
  assert.deepEqual(sizes.filter((size) => size > 0), [5, 5, 2]);
  assert.equal(new Set(seen).size, 12);

  let pages = 0;
  const again = container.items.readAll({ maxItemCount: 4 }).getAsyncIterator();
  for await (const { resources } of again) {
    pages += resources.length > 0 ? 1 : 0;
  }
  assert.equal(pages, 3);
});

test("another iterator resumes from a continuation token", async () => {
  for (const options of [{ maxItemCount: 5 }, { maxItemCount: 3, partitionKey: "p0" }]) {
    const query = "SELECT * FROM c WHERE c.n < 100";
    const first = await container.items.query(query, options).fetchNext();
    assert.equal(first.resources.length, options.maxItemCount);
    assert.ok(first.hasMoreResults);
    assert.ok(first.continuationToken.length > 0);
    const continuationToken = first.continuationToken;
    const rest = await container.items.query(query, { ...options, continuationToken }).fetchAll();
    const all = [...first.resources, ...rest.resources].map((each) => each.id);
    assert.equal(all.length, options.partitionKey ? 4 : 12);
    assert.equal(new Set(all).size, all.length);
  }
});

test("a query that is not one is refused with the place of its mistake", async () => {
  const refusal = await refused(400, container.items.query("SELEKT * FROM c").fetchAll());
  assert.ok(refusal.body.message.includes("SC1001"), refusal.body.message);
});
