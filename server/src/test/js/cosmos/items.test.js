import assert from "node:assert/strict";
import { test } from "node:test";
import { PatchOperationType } from "@azure/cosmos";
import { advance, newContainer, now, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();
const container = await newContainer(database);

test("an item is created, read, replaced, upserted and deleted", async () => {
  const created = await container.items.create({ id: "a", pk: "p", text: "grüß ☃", n: 1.5 });
  assert.equal(created.statusCode, 201);
  assert.ok(created.requestCharge > 1);
  assert.equal(created.resource._ts, await now());
  assert.equal(created.resource._self.endsWith(`docs/${created.resource._rid}/`), true);

  const read = await container.item("a", "p").read();
  assert.equal(read.statusCode, 200);
  assert.deepEqual(read.resource, created.resource);
  assert.equal(read.etag, created.resource._etag);

  await advance(3);
  const replaced = await container.item("a", "p").replace({ ...read.resource, n: 2 });
  assert.equal(replaced.statusCode, 200);
  assert.equal(replaced.resource.n, 2);
  assert.equal(replaced.resource._rid, created.resource._rid);
  assert.equal(replaced.resource._ts, created.resource._ts + 3);

  assert.equal((await container.items.upsert({ id: "a", pk: "p", n: 3 })).statusCode, 200);
  assert.equal((await container.items.upsert({ id: "b", pk: "p", n: 3 })).statusCode, 201);
  assert.equal("text" in (await container.item("a", "p").read()).resource, false);

  assert.equal((await container.item("a", "p").delete()).statusCode, 204);
  const gone = await container.item("a", "p").read();
  assert.equal(gone.statusCode, 404);
  assert.equal(gone.resource, undefined);
});

test("every JSON value comes back as it was", async () => {
  const values = {
    text: 'quote " slash \\ / tab \t line \n snow ☃ 𝄞',
    numbers: [0, -1, 1.25, 1e300, 2147483648, 9007199254740991, -9007199254740991],
    nested: { list: [[], {}, [null, true, false]], empty: "" },
    "odd key / . $": null,
  };
  await container.items.create({ id: "values +%20 ü", pk: "p", ...values });
  const { resource } = await container.item("values +%20 ü", "p").read();
  for (const [name, value] of Object.entries(values)) {
    assert.deepEqual(resource[name], value, name);
  }
});

test("an id is made if there is none, and partition keys may be anything", async () => {
  const { resource } = await container.items.create({ pk: "made" });
  assert.match(resource.id, /^[0-9a-f-]{36}$/);
  for (const pk of [5, 5.5, true, null, "ü☃"]) {
    await container.items.create({ id: "k", pk });
    assert.equal((await container.item("k", pk).read()).resource.pk, pk);
  }
  await container.items.create({ id: "k" });
  assert.equal("pk" in (await container.item("k", {}).read()).resource, false);
});

test("patches, with and without a condition", async () => {
  await container.items.create({ id: "patched", pk: "p", n: 1, list: [1, 3], old: "x" });
  const item = container.item("patched", "p");
  const { resource } = await item.patch([
    { op: PatchOperationType.incr, path: "/n", value: 4 },
    { op: PatchOperationType.add, path: "/list/1", value: 2 },
    { op: PatchOperationType.set, path: "/deep", value: { a: 1 } },
    { op: PatchOperationType.replace, path: "/deep/a", value: 2 },
    { op: "move", from: "/old", path: "/new" },
    { op: PatchOperationType.remove, path: "/deep/a" },
  ]);
  assert.equal(resource.n, 5);
  assert.deepEqual(resource.list, [1, 2, 3]);
  assert.deepEqual(resource.deep, {});
  assert.equal(resource.new, "x");
  assert.equal("old" in resource, false);

  const operations = [{ op: "set", path: "/n", value: 9 }];
  await refused(412, item.patch({ operations, condition: "from c where c.n = 4" }));
  const done = await item.patch({ operations, condition: "from c where c.n = 5" });
  assert.equal(done.resource.n, 9);
  await refused(400, item.patch([{ op: "remove", path: "/none" }]));
  await refused(400, item.patch([{ op: "set", path: "/id", value: "other" }]));
  await refused(404, container.item("none", "p").patch(operations));
});

test("etags guard writes and spare reads", async () => {
  const { resource: first } = await container.items.create({ id: "e", pk: "p", v: 1 });
  const item = container.item("e", "p");
  const match = { accessCondition: { type: "IfMatch", condition: first._etag } };
  const unchanged = { accessCondition: { type: "IfNoneMatch", condition: first._etag } };
  assert.equal((await item.read(unchanged)).statusCode, 304);
  await item.replace({ ...first, v: 2 }, match);
  assert.equal((await item.read(unchanged)).statusCode, 200);
  const message =
    "Operation cannot be performed because one of the specified precondition is not met.";
  const refusal = await refused(412, item.replace({ ...first, v: 3 }, match), message);
  assert.equal(refusal.body.code, "PreconditionFailed");
  await refused(412, container.items.upsert({ ...first, v: 3 }, match), message);
  await refused(412, item.patch([{ op: "set", path: "/v", value: 3 }], match), message);
  await refused(412, item.delete(match), message);
  assert.equal((await item.read()).resource.v, 2);
  const absent = await container.items.upsert({ id: "absent", pk: "p" }, match);
  assert.equal(absent.statusCode, 201);
});

test("a replace may change the id", async () => {
  await container.items.create({ id: "before", pk: "p" });
  const { statusCode, resource } = await container
    .item("before", "p")
    .replace({ id: "after", pk: "p" });
  assert.equal(statusCode, 200);
  assert.equal(resource.id, "after");
  assert.equal((await container.item("before", "p").read()).statusCode, 404);
  assert.equal((await container.item("after", "p").read()).statusCode, 200);
});

test("ids with a question mark and with a space at the end", async () => {
  for (const id of ["what?now", "end "]) {
    assert.equal((await container.items.create({ id, pk: "p" })).statusCode, 201);
    assert.equal((await container.item(id, "p").read()).resource.id, id);
    assert.equal((await container.item(id, "p").delete()).statusCode, 204);
  }
});

test("refusals have the service's shapes", async () => {
  await container.items.create({ id: "there", pk: "p" });
  const conflict = await refused(409, container.items.create({ id: "there", pk: "p" }));
  assert.equal(conflict.body.code, "Conflict");
  assert.ok(Number(conflict.headers["x-ms-request-charge"]) > 0);
  assert.ok(conflict.activityId ?? conflict.headers["x-ms-activity-id"]);
  const missing = await refused(404, container.item("none", "p").replace({ id: "none", pk: "p" }));
  assert.equal(missing.body.code, "NotFound");
  await refused(404, container.item("none", "p").delete());
  await refused(
    400,
    container.items.create({ pk: "p" }, { disableAutomaticIdGeneration: true }),
    "The input content is invalid because the required properties - 'id; ' - are missing",
  );
  const moved = await refused(400, container.item("there", "p").replace({ id: "there", pk: "q" }));
  assert.equal(moved.substatus, 1001);
  const big = { id: "big", pk: "p", text: "x".repeat(2 * 1024 * 1024) };
  const large = await refused(413, container.items.create(big), "Request size is too large");
  assert.equal(large.body.code, "RequestEntityTooLarge");
});
