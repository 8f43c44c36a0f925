import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeFeedStartFrom } from "@azure/cosmos";
import { newContainer, ownDatabase, splitRanges } from "./mayfly.js";

const database = await ownDatabase();
const ITEMS = 60;

async function filled() {
  const container = await newContainer(database);
  for (let i = 0; i < ITEMS; i++) {
    await container.items.create({ id: "i" + i, pk: "p" + i, n: i % 7 });
  }
  return container;
}

const text = (value) => JSON.stringify(value);

for (const query of [
  "SELECT VALUE c.id FROM c",
  "SELECT VALUE c.id FROM c WHERE c.n >= 0",
  "SELECT VALUE c.id FROM c ORDER BY c.id DESC",
  "SELECT VALUE c.id FROM c ORDER BY c.n",
  "SELECT DISTINCT VALUE c.id FROM c",
  "SELECT VALUE COUNT(1) FROM c",
  "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
]) {
  test("a split in the middle: " + query, async () => {
    const container = await filled();
    const whole = (await container.items.query(query).fetchAll()).resources;
    const iterator = container.items.query(query, { maxItemCount: 3 });
    const found = [];
    for (let pages = 1; iterator.hasMoreResults(); pages++) {
      found.push(...((await iterator.fetchNext()).resources ?? []));
      if (pages === 2) {
        await splitRanges(database, container);
      }
    }
    assert.deepEqual(found.map(text).sort(), whole.map(text).sort());
    if (query.includes("ORDER BY c.id")) {
      assert.deepEqual(found, whole);
    }
  });
}

test("a change feed resumes in the halves", async () => {
  const container = await filled();
  const iterator = container.items.getChangeFeedIterator({
    changeFeedStartFrom: ChangeFeedStartFrom.Beginning(),
    maxItemCount: 4,
  });
  const found = [];
  for (let pages = 1, status = 0; status !== 304; pages++) {
    const page = await iterator.readNext();
    status = page.statusCode;
    found.push(...(page.result ?? []).map((each) => each.id));
    if (pages === 3) {
      await splitRanges(database, container);
      await container.items.create({ id: "later", pk: "later" });
    }
  }
  assert.equal(found.length, ITEMS + 1);
  assert.equal(new Set(found).size, ITEMS + 1);
});

test("items, batches and bulk requests find their ranges", async () => {
  const container = await filled();
  const upserts = (round) =>
    Array.from({ length: ITEMS }, (_, i) => ({
      operationType: "Upsert",
      partitionKey: "p" + i,
      resourceBody: { id: "i" + i, pk: "p" + i, round },
    }));
  for (let round = 1; round <= 2; round++) {
    const answers = await container.items.executeBulkOperations(upserts(round));
    assert.deepEqual(
      answers.map((each) => each.response?.statusCode),
      Array(ITEMS).fill(200),
    );
    await splitRanges(database, container);
    const { resource } = await container.item("i7", "p7").read();
    assert.equal(resource.round, round);
    const batch = await container.items.batch(
      [{ operationType: "Upsert", resourceBody: { id: "b", pk: "p7" } }],
      "p7",
    );
    assert.equal(batch.code, 200);
  }
});
