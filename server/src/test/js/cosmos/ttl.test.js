// The cases of the SDK's own TTL tests, with the clock moved instead of sleeping, and more.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { advance, ids, newContainer, now, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();
const RANGE =
  "is invalid. Ensure to provide a nonzero positive integer less than or equal to " +
  "'2147483647', or '-1' which means never expire.";

/** As in the SDK's tests the containers have no partition key of their own. */
async function keyless(defaultTtl) {
  const definition = { id: "ttl-" + randomUUID() };
  if (defaultTtl !== undefined) {
    definition.defaultTtl = defaultTtl;
  }
  return (await database.containers.create(definition)).container;
}

async function create(container, item) {
  return (await container.items.create(item)).resource;
}

async function assertGone(container, id) {
  const { statusCode, resource } = await container.item(id).read();
  assert.equal(statusCode, 404);
  assert.equal(resource, undefined);
}

async function assertAlive(container, id, ttl) {
  const { statusCode, resource } = await container.item(id).read();
  assert.equal(statusCode, 200);
  assert.equal(resource.ttl, ttl);
}

test("values", async () => {
  const container = await keyless(5);
  assert.equal((await container.read()).resource.defaultTtl, 5);
  assert.equal("defaultTtl" in (await (await keyless(null)).read()).resource, false);
  for (const defaultTtl of [0, -10]) {
    await refused(400, keyless(defaultTtl), `The input defaultTtl '${defaultTtl}' ${RANGE}`);
  }
  for (const ttl of [null, -10, 0, 2147483648, 1.5, "10", true, {}, []]) {
    const refusal = await refused(400, container.items.create({ id: "x", ttl }), "The input ttl '");
    assert.equal(refusal.body.code, "BadRequest");
    assert.ok(refusal.body.message.includes(RANGE));
    await refused(400, container.items.upsert({ id: "x", ttl }));
  }
  const off = await newContainer(database);
  for (const ttl of [null, -10, 0, "10"]) {
    await refused(400, off.items.create({ id: "x", pk: "p", ttl }), "The input ttl '");
  }
  for (const ttl of [null, -10]) {
    await refused(400, container.items.create({ id: "x", ttl }), `The input ttl '${ttl}' ${RANGE}`);
  }
  await create(container, { id: "x", ttl: 2147483647 });
  await refused(400, container.item("x").patch([{ op: "set", path: "/ttl", value: 0 }]));
  await assertAlive(container, "x", 2147483647);
});

test("a positive default", async () => {
  const container = await keyless(5);
  await create(container, { id: "1" });
  await advance(7);
  await assertGone(container, "1");
  await create(container, { id: "2", ttl: -1 });
  await advance(5);
  await assertAlive(container, "2", -1);
  await create(container, { id: "3", ttl: 2 });
  await advance(4);
  await assertGone(container, "3");
  await create(container, { id: "4", ttl: 8 });
  await advance(6);
  await assertAlive(container, "4", 8);
  await advance(4);
  await assertGone(container, "4");
});

test("a default of -1", async () => {
  const container = await keyless(-1);
  await create(container, { id: "1" });
  await create(container, { id: "2", ttl: -1 });
  await create(container, { id: "3", ttl: 2 });
  await advance(4);
  await assertGone(container, "3");
  await advance(1_000_000);
  await assertAlive(container, "1", undefined);
  await assertAlive(container, "2", -1);
});

test("no default", async () => {
  const container = await keyless();
  await create(container, { id: "1", ttl: 5 });
  await advance(7);
  await assertAlive(container, "1", 5);
});

test("miscellaneous", async () => {
  const container = await keyless(8);
  await create(container, { id: "1" });
  await advance(10);
  await assertGone(container, "1");
  await create(container, { id: "1" });
  await advance(3);
  await container.items.upsert({ id: "1" });
  await advance(7);
  await assertAlive(container, "1", undefined);
  await advance(3);
  await assertGone(container, "1");
  assert.deepEqual(await ids(container.items.query("SELECT * FROM root r")), []);
  await container.replace({
    id: container.id,
    partitionKey: (await container.read()).resource.partitionKey,
  });
  await create(container, { id: "2" });
  await advance(5);
  await assertAlive(container, "2", undefined);
});

test("an item is there until its second, and from then on nowhere", async () => {
  const container = await newContainer(database, { defaultTtl: 10 });
  const { resource } = await container.items.create({ id: "a", pk: "p" });
  assert.equal(resource._ts, await now());
  const count = async () =>
    (await container.items.query("SELECT VALUE COUNT(1) FROM c").fetchAll()).resources[0];
  await advance(9);
  assert.equal((await container.item("a", "p").read()).statusCode, 200);
  assert.equal(await count(), 1);
  await advance(1);
  assert.equal((await container.item("a", "p").read()).statusCode, 404);
  assert.equal(await count(), 0);
  await refused(404, container.item("a", "p").delete());
  await refused(404, container.item("a", "p").replace({ id: "a", pk: "p" }));
  await refused(404, container.item("a", "p").patch([{ op: "set", path: "/v", value: 1 }]));
  const stale = { accessCondition: { type: "IfMatch", condition: resource._etag } };
  await refused(404, container.item("a", "p").delete(stale));
  const again = await container.items.upsert({ id: "a", pk: "p" });
  assert.equal(again.statusCode, 201);
  assert.notEqual(again.resource._rid, resource._rid);
});

test("a new default holds at once, and rewrites no item", async () => {
  const container = await newContainer(database);
  const { resource: old } = await container.items.create({ id: "old", pk: "p" });
  const { resource: kept } = await container.items.create({ id: "kept", pk: "p", ttl: 500 });
  await advance(100);
  const { resource: definition } = await container.read();
  await container.replace({ ...definition, defaultTtl: 101 });
  assert.deepEqual((await container.item("old", "p").read()).resource, old);
  await container.replace({ ...definition, defaultTtl: 100 });
  assert.deepEqual(await ids(container.items.readAll()), ["kept"]);
  assert.deepEqual((await container.item("kept", "p").read()).resource, kept);
});

test("the answer says what is left", async () => {
  const container = await newContainer(database, { defaultTtl: 100 });
  const left = (answer) => answer.headers["x-mayfly-ttl-remaining-seconds"];
  assert.equal(left(await container.items.create({ id: "a", pk: "p" })), "100");
  await advance(30);
  assert.equal(left(await container.item("a", "p").read()), "70");
  const patched = await container.item("a", "p").patch([{ op: "set", path: "/ttl", value: 50 }]);
  assert.equal(left(patched), "50");
  const never = await container.items.create({ id: "b", pk: "p", ttl: -1 });
  assert.equal(left(never), undefined);
});
