import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import {
  client,
  endpoint,
  ids,
  key,
  newClient,
  newContainer,
  ownDatabase,
  refused,
} from "./mayfly.js";

const own = await ownDatabase();

test("a database is created once, read, listed, queried and deleted", async () => {
  const id = "once-" + randomUUID();
  const first = await client.databases.createIfNotExists({ id });
  assert.equal(first.statusCode, 201);
  const second = await client.databases.createIfNotExists({ id });
  assert.equal(second.statusCode, 200);
  assert.equal(second.resource._rid, first.resource._rid);
  await refused(409, client.databases.create({ id }));

  const read = await client.database(id).read();
  assert.equal(read.resource.id, id);
  assert.equal(read.resource._self, `dbs/${read.resource._rid}/`);
  assert.equal(read.etag, read.resource._etag);
  assert.ok((await ids(client.databases.readAll())).includes(id));
  const query = {
    query: "SELECT * FROM root r WHERE r.id = @id",
    parameters: [{ name: "@id", value: id }],
  };
  assert.deepEqual(await ids(client.databases.query(query)), [id]);

  assert.equal((await client.database(id).delete()).statusCode, 204);
  const gone = await refused(404, client.database(id).read());
  assert.equal(gone.body.code, "NotFound");
  await refused(404, client.database(id).delete());
});

test("the account shows where it is and how it reads", async () => {
  const { resource } = await client.getDatabaseAccount();
  assert.equal(resource.consistencyPolicy, "Session");
  assert.equal(resource.writableLocations[0].databaseAccountEndpoint, endpoint);
  assert.equal(await client.getWriteEndpoint(), endpoint);
});

test("a wrong key opens nothing", async () => {
  const other = Buffer.from("another key").toString("base64");
  await refused(401, newClient({ key: other }).databases.readAll().fetchAll());
  assert.notEqual(other, key);
});

test("a database of the same name is another one", async () => {
  const id = "again-" + randomUUID();
  after(() => client.database(id).delete());
  const first = await client.databases.create({ id });
  const container = await newContainer(first.database);
  await container.items.create({ id: "a", pk: "p" });
  await first.database.delete();
  const second = await client.databases.create({ id });
  assert.notEqual(second.resource._rid, first.resource._rid);
  assert.deepEqual(await ids(second.database.containers.readAll()), []);
  assert.deepEqual(await ids(own.containers.readAll()), []);
});
