import assert from "node:assert/strict";
import { test } from "node:test";
import { PartitionKeyKind } from "@azure/cosmos";
import { ids, newContainer, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();
const hierarchical = {
  partitionKey: {
    paths: ["/tenant", "/user", "/day"],
    kind: PartitionKeyKind.MultiHash,
    version: 2,
  },
};

test("hierarchical keys: single items need all levels, queries a prefix", async () => {
  const container = await newContainer(database, hierarchical);
  const { resource } = await container.read();
  assert.deepEqual(resource.partitionKey, hierarchical.partitionKey);
  for (const tenant of ["a", "b"]) {
    for (const user of ["x", "y"]) {
      for (const day of [1, 2]) {
        await container.items.create({ id: tenant + user + day, tenant, user, day });
      }
    }
  }
  assert.equal((await container.item("ax1", ["a", "x", 1]).read()).resource.day, 1);
  assert.equal((await container.item("ax1", ["a", "x", 2]).read()).statusCode, 404);
  await refused(400, container.item("ax1", ["a", "x"]).delete());

  const inPrefix = (partitionKey) =>
    ids(container.items.query("SELECT * FROM c", { partitionKey }));
  assert.deepEqual(await inPrefix(["a"]), ["ax1", "ax2", "ay1", "ay2"]);
  assert.deepEqual(await inPrefix(["b", "y"]), ["by1", "by2"]);
  assert.deepEqual(await inPrefix(["b", "y", 2]), ["by2"]);
  assert.deepEqual(await inPrefix(["c"]), []);
  const { resources } = await container.items
    .query("SELECT VALUE COUNT(1) FROM c", { partitionKey: ["a", "x"] })
    .fetchAll();
  assert.deepEqual(resources, [2]);
});

test("all items of a partition key are deleted at once", async () => {
  const container = await newContainer(database);
  for (let i = 0; i < 20; i++) {
    await container.items.create({ id: "i" + i, pk: i % 4 === 0 ? "keep" : "drop" });
  }
  assert.equal((await container.deleteAllItemsForPartitionKey("drop")).statusCode, 200);
  assert.deepEqual(await ids(container.items.readAll()), ["i0", "i12", "i16", "i4", "i8"]);
  await container.items.create({ id: "i1", pk: "drop" });
});

test("a container without a partition key of its own", async () => {
  const { container } = await database.containers.create({ id: "keyless" });
  await container.items.create({ id: "a" });
  assert.equal((await container.item("a").read()).resource.id, "a");
  assert.equal((await container.item("a").delete()).statusCode, 204);
});
