import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ChangeFeedMode,
  ChangeFeedPolicy,
  ChangeFeedRetentionTimeSpan,
  ChangeFeedStartFrom,
} from "@azure/cosmos";
import { advance, newContainer, now, ownDatabase, purged } from "./mayfly.js";

const database = await ownDatabase();

/** Reads until there is nothing new; gives the changes and where to resume. */
async function drain(container, changeFeedStartFrom, options = {}) {
  const iterator = container.items.getChangeFeedIterator({ changeFeedStartFrom, ...options });
  const changes = [];
  let continuation;
  let page;
  do {
    page = await iterator.readNext();
    changes.push(...(page.result ?? []));
    continuation = page.continuationToken;
  } while (page.statusCode !== 304);
  return { changes, ids: changes.map((each) => each.id), continuation };
}

test("from the beginning, each item once, in the order of its last change", async () => {
  const container = await newContainer(database);
  for (let i = 0; i < 5; i++) {
    await container.items.create({ id: "i" + i, pk: "p" });
  }
  await container.items.upsert({ id: "i1", pk: "p" });
  const first = await drain(container, ChangeFeedStartFrom.Beginning(), { maxItemCount: 2 });
  assert.deepEqual(first.ids, ["i0", "i2", "i3", "i4", "i1"]);
  await container.items.create({ id: "later", pk: "p" });
  const resumed = ChangeFeedStartFrom.Continuation(first.continuation);
  assert.deepEqual((await drain(container, resumed)).ids, ["later"]);
});

test("from now", async () => {
  const container = await newContainer(database);
  await container.items.create({ id: "before", pk: "p" });
  const start = await drain(container, ChangeFeedStartFrom.Now());
  assert.deepEqual(start.ids, []);
  await container.items.create({ id: "after", pk: "p" });
  const resumed = ChangeFeedStartFrom.Continuation(start.continuation);
  assert.deepEqual((await drain(container, resumed)).ids, ["after"]);
});

test("from a point in time", async () => {
  const container = await newContainer(database);
  await container.items.create({ id: "before", pk: "p" });
  await advance(100);
  const start = new Date((await now()) * 1000);
  await advance(1);
  await container.items.create({ id: "after", pk: "p" });
  assert.deepEqual((await drain(container, ChangeFeedStartFrom.Time(start))).ids, ["after"]);
});

test("of one partition key, and of a feed range", async () => {
  const container = await newContainer(database);
  for (let i = 0; i < 9; i++) {
    await container.items.create({ id: "i" + i, pk: "p" + (i % 3) });
  }
  const start = ChangeFeedStartFrom.Beginning("p1");
  const one = await drain(container, start, { maxItemCount: 2 });
  assert.deepEqual(one.ids, ["i1", "i4", "i7"]);
  await container.items.create({ id: "next", pk: "p1" });
  await container.items.create({ id: "other", pk: "p2" });
  const resumed = ChangeFeedStartFrom.Continuation(one.continuation);
  assert.deepEqual((await drain(container, resumed)).ids, ["next"]);

  const seen = [];
  for (const range of await container.getFeedRanges()) {
    seen.push(...(await drain(container, ChangeFeedStartFrom.Beginning(range))).ids);
  }
  assert.equal(seen.length, 11);
});

test("what has expired is in no feed", async () => {
  const container = await newContainer(database, { defaultTtl: 10 });
  await container.items.create({ id: "short", pk: "p" });
  await container.items.create({ id: "long", pk: "p", ttl: 100 });
  await advance(10);
  assert.deepEqual((await drain(container, ChangeFeedStartFrom.Beginning())).ids, ["long"]);
});

test("all versions and deletes, those of the time to live too", async () => {
  const container = await newContainer(database, {
    defaultTtl: -1,
    changeFeedPolicy: new ChangeFeedPolicy(ChangeFeedRetentionTimeSpan.fromMinutes(10)),
  });
  const options = { changeFeedMode: ChangeFeedMode.AllVersionsAndDeletes };
  const start = await drain(container, ChangeFeedStartFrom.Now(), options);
  await container.items.create({ id: "a", pk: "p", n: 1 });
  await container.items.upsert({ id: "a", pk: "p", n: 2 });
  await container.item("a", "p").delete();
  await container.items.create({ id: "b", pk: "p", ttl: 5 });
  await advance(5);
  await purged(container);
  const resumed = ChangeFeedStartFrom.Continuation(start.continuation);
  const { changes } = await drain(container, resumed, options);
  assert.deepEqual(
    changes.map((each) => each.metadata.operationType),
    ["create", "replace", "delete", "create", "delete"],
  );
  assert.equal(changes[0].current.n, 1);
  assert.equal(changes[1].current.n, 2);
  assert.equal(changes[1].metadata.previousImageLSN, changes[0].metadata.lsn);
  assert.ok(!changes[2].metadata.timeToLiveExpired);
  assert.equal(changes[4].metadata.timeToLiveExpired, true);
  assert.equal(changes[4].metadata.id, "b");
  assert.deepEqual(changes[4].metadata.partitionKey, { pk: "p" });
});
