import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, ids, newContainer, now, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();

test("a container is created once, and comes back with its defaults", async () => {
  const definition = { id: "once", partitionKey: "/pk", defaultTtl: 300 };
  const first = await database.containers.createIfNotExists(definition);
  assert.equal(first.statusCode, 201);
  assert.equal((await database.containers.createIfNotExists(definition)).statusCode, 200);
  await refused(409, database.containers.create(definition));

  const { resource, headers } = await database.container("once").read({ populateQuotaInfo: true });
  assert.equal(resource.defaultTtl, 300);
  assert.deepEqual(resource.partitionKey.paths, ["/pk"]);
  assert.equal(resource.partitionKey.kind, "Hash");
  assert.equal(resource.indexingPolicy.indexingMode, "consistent");
  assert.deepEqual(
    resource.indexingPolicy.includedPaths.map((each) => each.path),
    ["/*"],
  );
  assert.equal(resource.conflictResolutionPolicy.mode, "LastWriterWins");
  assert.equal(resource._ts, await now());
  assert.ok(headers["x-ms-resource-usage"].includes("documentsCount=0"));
});

test("containers are listed, queried, replaced and deleted", async () => {
  const a = await newContainer(database, { id: "list-a" });
  await newContainer(database, { id: "list-b" });
  const all = await ids(database.containers.readAll());
  assert.ok(all.includes("list-a") && all.includes("list-b"));
  const query = {
    query: "SELECT * FROM root r WHERE r.id = @id",
    parameters: [{ name: "@id", value: "list-b" }],
  };
  assert.deepEqual(await ids(database.containers.query(query)), ["list-b"]);

  const { resource: before } = await a.read();
  await advance(5);
  before.defaultTtl = 10;
  before.indexingPolicy.excludedPaths.push({ path: "/secret/*" });
  const { resource: replaced } = await a.replace(before);
  assert.equal(replaced.defaultTtl, 10);
  assert.equal(replaced._rid, before._rid);
  assert.equal(replaced._ts, before._ts + 5);
  assert.notEqual(replaced._etag, before._etag);
  const { resource: read } = await a.read();
  assert.ok(read.indexingPolicy.excludedPaths.some((each) => each.path === "/secret/*"));
  delete read.defaultTtl;
  assert.equal("defaultTtl" in (await a.replace(read)).resource, false);

  await refused(400, a.replace({ ...read, partitionKey: { paths: ["/other"], kind: "Hash" } }));
  assert.equal((await a.delete()).statusCode, 204);
  await refused(404, a.read());
  await refused(404, a.items.create({ id: "x", pk: "p" }));
});

test("unique keys hold within a logical partition", async () => {
  const container = await newContainer(database, {
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/email"] }] },
    defaultTtl: -1,
  });
  const { resource } = await container.read();
  assert.deepEqual(resource.uniqueKeyPolicy.uniqueKeys, [{ paths: ["/email"] }]);
  await container.items.create({ id: "1", pk: "p", email: "a@b.c", ttl: 10 });
  await container.items.create({ id: "1", pk: "q", email: "a@b.c" });
  await refused(
    409,
    container.items.create({ id: "2", pk: "p", email: "a@b.c" }),
    "Unique index constraint violation.",
  );
  await refused(409, container.items.upsert({ id: "2", pk: "p", email: "a@b.c" }));
  await advance(10);
  await container.items.create({ id: "2", pk: "p", email: "a@b.c" });
});

test("feed ranges and partition key ranges tile the whole", async () => {
  const container = await newContainer(database);
  const ranges = await container.getFeedRanges();
  assert.equal(ranges[0].minInclusive, "");
  assert.equal(ranges.at(-1).maxExclusive, "FF");
  const { resources } = await container.readPartitionKeyRanges().fetchAll();
  assert.equal(resources.length, ranges.length);
  assert.equal(resources[0].id, "0");
  const { resource } = await container.getPartitionKeyDefinition();
  assert.deepEqual(resource.paths, ["/pk"]);
});

test("definitions that can't be are refused", async () => {
  for (const defaultTtl of [0, -10, 2147483648, 1.5]) {
    await refused(
      400,
      newContainer(database, { defaultTtl }),
      `The input defaultTtl '${defaultTtl}' is invalid. Ensure to provide a nonzero positive ` +
        "integer less than or equal to '2147483647', or '-1' which means never expire.",
    );
  }
  await refused(
    400,
    newContainer(database, {
      defaultTtl: 10,
      indexingPolicy: { indexingMode: "none", automatic: false },
    }),
    "Indexing mode value cannot be 'none' when 'defaultTtl' is specified in the collection",
  );
});
