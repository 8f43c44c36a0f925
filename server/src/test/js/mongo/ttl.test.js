import assert from "node:assert/strict";
import { test } from "node:test";
import { Double, Int32, Long } from "mongodb";
import { advance, dateIn, failure, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();

test("A1 D1: documents die by the collection's default, at the second", async () => {
  const sessions = database.collection("sessions");
  await sessions.createIndex({ _ts: 1 }, { expireAfterSeconds: 10 });
  await sessions.insertOne({ _id: 1 });
  await advance(9);
  assert.equal(await sessions.countDocuments(), 1);
  await advance(1);
  assert.equal(await sessions.findOne({ _id: 1 }), null);
  assert.equal(await sessions.countDocuments(), 0);
  assert.equal(await sessions.estimatedDocumentCount(), 0);
  assert.equal((await sessions.updateOne({ _id: 1 }, { $set: { a: 1 } })).matchedCount, 0);
  await sessions.insertOne({ _id: 1 });
  assert.equal(await sessions.countDocuments(), 1);
});

test("D3 D4: a document's own ttl counts if it is a whole number", async () => {
  const own = database.collection("own");
  await own.createIndex({ _ts: 1 }, { expireAfterSeconds: 10 });
  await own.insertMany([
    { _id: "double", id: 1, location: "Paris", ttl: new Double(20) },
    { _id: "int", id: 1, location: "Paris", ttl: new Int32(20) },
    { _id: "long", id: 1, location: "Paris", ttl: Long.fromNumber(20) },
    { _id: "fraction", id: 1, location: "Paris", ttl: 20.5 },
    { _id: "large", id: 1, location: "Paris", ttl: Long.fromString("2147483649") },
  ]);
  await advance(10);
  assert.deepEqual((await own.distinct("_id")).sort(), ["double", "int", "long"]);
  await advance(10);
  assert.equal(await own.countDocuments(), 0);
});

test("D5: documents die by their date, at the second", async () => {
  const tokens = database.collection("tokens");
  await tokens.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
  await tokens.insertMany([
    { _id: "soon", at: await dateIn(5) },
    { _id: "later", at: await dateIn(50) },
    { _id: "never" },
  ]);
  await advance(5);
  assert.deepEqual((await tokens.distinct("_id")).sort(), ["later", "never"]);
});

test("B2: an open cursor does not show what died meanwhile", async () => {
  const open = database.collection("open");
  await open.createIndex({ _ts: 1 }, { expireAfterSeconds: 10 });
  await open.insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i })));
  const cursor = open.find({}, { batchSize: 2 });
  assert.ok(await cursor.next());
  assert.ok(await cursor.next());
  await advance(10);
  assert.equal(await cursor.next(), null);
});

test("D1: dropping the index switches TTL off, and the dead stay dead", async () => {
  const off = database.collection("off");
  await off.createIndex({ _ts: 1 }, { expireAfterSeconds: 10 });
  await off.insertOne({ _id: "dead" });
  await advance(10);
  await off.insertOne({ _id: "alive" });
  await off.dropIndex("_ts_1");
  await advance(1000);
  assert.deepEqual(await off.distinct("_id"), ["alive"]);
});

test("D2: nobody writes _ts", async () => {
  const error = await failure(database.collection("system").insertOne({ _ts: 1 }));
  assert.match(error.message, /_ts/);
});
