import assert from "node:assert/strict";
import { test } from "node:test";
import { ids, newClient, newContainer, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();

test("users are created, listed, queried, replaced and deleted", async () => {
  assert.equal((await database.users.create({ id: "ann" })).statusCode, 201);
  assert.equal((await database.users.upsert({ id: "bob" })).statusCode, 201);
  await refused(409, database.users.create({ id: "ann" }));
  assert.deepEqual(await ids(database.users.readAll()), ["ann", "bob"]);
  const query = {
    query: "SELECT * FROM root r WHERE r.id = @id",
    parameters: [{ name: "@id", value: "bob" }],
  };
  assert.deepEqual(await ids(database.users.query(query)), ["bob"]);
  const { resource: bob } = await database.user("bob").read();
  const { resource: rob } = await database.user("bob").replace({ id: "rob" });
  assert.deepEqual([rob.id, rob._rid], ["rob", bob._rid]);
  await refused(409, database.user("rob").replace({ id: "ann" }));
  await refused(404, database.user("bob").read());
  assert.equal((await database.user("rob").delete()).statusCode, 204);
  assert.deepEqual(await ids(database.users.readAll()), ["ann"]);
});

test("a token opens what its permission names, and no more", async () => {
  const container = await newContainer(database);
  const other = await newContainer(database);
  await container.items.create({ id: "a", pk: "p" });
  const { user } = await database.users.create({ id: "guest" });
  const definition = { id: "reads", permissionMode: "Read", resource: container.url };
  const { resource: reads } = await user.permissions.create(definition);
  assert.ok(reads._token.startsWith("type=resource&"));
  assert.deepEqual(await ids(user.permissions.readAll()), ["reads"]);

  const reader = newClient({ resourceTokens: { [container.url]: reads._token } });
  const readable = reader.database(database.id).container(container.id);
  assert.equal((await readable.item("a", "p").read()).resource.id, "a");
  assert.deepEqual(await ids(readable.items.query("SELECT * FROM c")), ["a"]);
  await refused(403, readable.items.create({ id: "b", pk: "p" }));

  const { resource: all } = await user.permission("reads").replace({
    ...definition,
    permissionMode: "All",
  });
  const writer = newClient({ permissionFeed: [all] });
  const writable = writer.database(database.id).container(container.id);
  assert.equal((await writable.items.create({ id: "b", pk: "p" })).statusCode, 201);
  const stolen = newClient({ resourceTokens: { [other.url]: all._token } });
  await refused(403, stolen.database(database.id).container(other.id).item("a", "p").read());

  const renamed = { ...definition, id: "writes", permissionMode: "All" };
  assert.equal((await user.permission("reads").replace(renamed)).resource.id, "writes");
  assert.deepEqual(await ids(user.permissions.readAll()), ["writes"]);
  assert.equal((await user.permission("writes").delete()).statusCode, 204);
  assert.deepEqual(await ids(user.permissions.readAll()), []);
});

test("a permission for one partition key", async () => {
  const container = await newContainer(database);
  await container.items.create({ id: "a", pk: "mine" });
  await container.items.create({ id: "a", pk: "yours" });
  const { user } = await database.users.create({ id: "tenant" });
  const { resource } = await user.permissions.create({
    id: "mine",
    permissionMode: "All",
    resource: container.url,
    resourcePartitionKey: ["mine"],
  });
  const tenant = newClient({ resourceTokens: { [container.url]: resource._token } });
  const own = tenant.database(database.id).container(container.id);
  assert.equal((await own.item("a", "mine").read()).resource.pk, "mine");
  await refused(403, own.item("a", "yours").read());
});
