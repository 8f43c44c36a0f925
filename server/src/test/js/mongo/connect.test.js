import assert from "node:assert/strict";
import { test } from "node:test";
import { client, failure, newClient, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();

test("the server says what it is", async () => {
  assert.equal((await client.db("admin").command({ ping: 1 })).ok, 1);
  const info = await client.db("admin").command({ buildInfo: 1 });
  assert.match(info.version, /^\d+\.\d+\.\d+/);
  const hello = await client.db("admin").command({ hello: 1 });
  assert.equal(hello.isWritablePrimary, true);
  assert.ok(hello.maxWireVersion >= 21);
});

test("databases and collections come and go", async () => {
  await database.createCollection("made");
  await database.collection("written").insertOne({ a: 1 });
  const names = (await database.listCollections().toArray()).map((each) => each.name);
  assert.deepEqual(names.sort(), ["made", "written"]);
  const { databases } = await client.db("admin").admin().listDatabases();
  assert.ok(databases.some((each) => each.name === database.databaseName));
  assert.equal(await database.dropCollection("made"), true);
  await database.renameCollection("written", "renamed");
  assert.equal(await database.collection("renamed").countDocuments(), 1);
});

test("a command that is not there is refused by name", async () => {
  const error = await failure(database.command({ frobnicate: 1 }));
  assert.equal(error.code, 59);
  assert.equal(error.codeName, "CommandNotFound");
});

for (const compressor of ["zlib"]) {
  test("messages travel compressed with " + compressor, async () => {
    const compressing = newClient({ compressors: [compressor] });
    const collection = compressing.db(database.databaseName).collection(compressor);
    await collection.insertOne({ _id: 1, text: "again ".repeat(1000) });
    assert.equal((await collection.findOne({ _id: 1 })).text.length, 6000);
  });
}

test("the stable API is accepted", async () => {
  const strict = newClient({ serverApi: { version: "1" } });
  assert.deepEqual((await strict.db("admin").command({ ping: 1 })).ok, 1);
});
