import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, ids, newContainer, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();

const codes = (results) => results.map((each) => each.statusCode);

test("a batch of every operation", async () => {
  const container = await newContainer(database);
  await container.items.create({ id: "old", pk: "p", n: 1 });
  await container.items.create({ id: "gone", pk: "p" });
  const response = await container.items.batch(
    [
      { operationType: "Create", resourceBody: { id: "a", pk: "p", n: 1 } },
      { operationType: "Upsert", resourceBody: { id: "b", pk: "p" } },
      { operationType: "Replace", id: "old", resourceBody: { id: "old", pk: "p", n: 2 } },
      {
        operationType: "Patch",
        id: "a",
        resourceBody: { operations: [{ op: "incr", path: "/n", value: 1 }] },
      },
      { operationType: "Read", id: "a" },
      { operationType: "Delete", id: "gone" },
    ],
    "p",
  );
  assert.equal(response.code, 200);
  assert.deepEqual(codes(response.result), [201, 201, 200, 200, 200, 204]);
  assert.equal(response.result[4].resourceBody.n, 2);
  assert.ok(response.result[0].requestCharge > 0);
  const { resource } = await container.item("old", "p").read();
  assert.equal(response.result[2].eTag, resource._etag);
  assert.deepEqual(await ids(container.items.readAll()), ["a", "b", "old"]);
});

test("a failure undoes all of a batch", async () => {
  const container = await newContainer(database);
  await container.items.create({ id: "taken", pk: "p" });
  const response = await container.items.batch(
    [
      { operationType: "Create", resourceBody: { id: "a", pk: "p" } },
      { operationType: "Create", resourceBody: { id: "taken", pk: "p" } },
      {
        operationType: "Replace",
        id: "taken",
        ifMatch: '"stale"',
        resourceBody: { id: "taken", pk: "p" },
      },
    ],
    "p",
  );
  assert.equal(response.code, 207);
  assert.deepEqual(codes(response.result), [424, 409, 424]);
  assert.deepEqual(await ids(container.items.readAll()), ["taken"]);
});

test("a hundred operations, without their content in the answer", async () => {
  const container = await newContainer(database);
  const creates = Array.from({ length: 100 }, (_, i) => ({
    operationType: "Create",
    resourceBody: { id: "i" + i, pk: "p" },
  }));
  const options = { contentResponseOnWriteEnabled: false };
  const { code, result } = await container.items.batch(creates, "p", options);
  assert.equal(code, 200);
  assert.equal(result.length, 100);
  assert.equal(result[7].resourceBody, undefined);
  assert.equal(result[7].eTag, (await container.item("i7", "p").read()).resource._etag);
  assert.equal((await ids(container.items.readAll())).length, 100);
});

test("time to live within a batch", async () => {
  const container = await newContainer(database, { defaultTtl: -1 });
  await container.items.create({ id: "r", pk: "p" });
  await container.items.create({ id: "u", pk: "p", ttl: 3 });
  const response = await container.items.batch(
    [
      { operationType: "Create", resourceBody: { id: "short", pk: "p", ttl: 3 } },
      { operationType: "Create", resourceBody: { id: "long", pk: "p" } },
      { operationType: "Replace", id: "r", resourceBody: { id: "r", pk: "p", ttl: 3 } },
      { operationType: "Upsert", resourceBody: { id: "u", pk: "p", ttl: -1 } },
    ],
    "p",
  );
  assert.deepEqual(codes(response.result), [201, 201, 200, 200]);
  await advance(2);
  assert.deepEqual(await ids(container.items.readAll()), ["long", "r", "short", "u"]);
  await advance(1);
  assert.deepEqual(await ids(container.items.readAll()), ["long", "u"]);
  const late = await container.items.batch(
    [
      { operationType: "Upsert", resourceBody: { id: "x", pk: "p" } },
      { operationType: "Read", id: "short" },
    ],
    "p",
  );
  assert.deepEqual(codes(late.result), [424, 404]);
});

test("bulk over many partitions, each operation for itself", async () => {
  const container = await newContainer(database);
  const creates = Array.from({ length: 250 }, (_, i) => ({
    operationType: "Create",
    partitionKey: "p" + (i % 7),
    resourceBody: { id: "i" + i, pk: "p" + (i % 7), n: i },
  }));
  const created = await container.items.executeBulkOperations(creates);
  assert.deepEqual(new Set(created.map((each) => each.response?.statusCode)), new Set([201]));
  assert.equal(created[3].response.resourceBody.id, "i3");

  const mixed = await container.items.executeBulkOperations([
    { operationType: "Read", id: "i1", partitionKey: "p1" },
    { operationType: "Delete", id: "none", partitionKey: "p1" },
    { operationType: "Delete", id: "i2", partitionKey: "p2" },
    creates[3],
    {
      operationType: "Patch",
      id: "i4",
      partitionKey: "p4",
      resourceBody: { operations: [{ op: "set", path: "/n", value: -1 }] },
    },
  ]);
  assert.deepEqual(
    mixed.map((each) => each.response?.statusCode ?? each.error?.code),
    [200, 404, 204, 409, 200],
  );
  assert.equal((await container.item("i4", "p4").read()).resource.n, -1);
});

test("the older bulk call", async () => {
  const container = await newContainer(database);
  const results = await container.items.bulk([
    { operationType: "Create", partitionKey: "p", resourceBody: { id: "a", pk: "p" } },
    { operationType: "Upsert", partitionKey: "q", resourceBody: { id: "a", pk: "q" } },
    { operationType: "Read", partitionKey: "q", id: "none" },
  ]);
  assert.deepEqual(codes(results), [201, 201, 404]);
});
