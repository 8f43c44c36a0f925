import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();

test("indexes are made, listed and dropped", async () => {
  const indexed = database.collection("indexed");
  assert.equal(await indexed.createIndex({ a: 1, b: -1 }), "a_1_b_-1");
  const names = (await indexed.indexes()).map((each) => each.name);
  assert.deepEqual(names, ["_id_", "a_1_b_-1"]);
  await indexed.dropIndex("a_1_b_-1");
  assert.equal((await indexed.indexes()).length, 1);
  const error = await failure(indexed.dropIndex("a_1_b_-1"));
  assert.equal(error.code, 27);
});

test("a unique index lets a value in once", async () => {
  const unique = database.collection("unique");
  await unique.createIndex({ mail: 1 }, { unique: true });
  await unique.insertOne({ _id: 1, mail: "a@example.com" });
  const error = await failure(unique.insertOne({ _id: 2, mail: "a@example.com" }));
  assert.equal(error.code, 11000);
  assert.deepEqual(error.keyPattern, { mail: 1 });
  assert.deepEqual(error.keyValue, { mail: "a@example.com" });
});

test("the same index with another lifetime is a conflict", async () => {
  const conflict = database.collection("conflict");
  await conflict.createIndex({ at: 1 }, { expireAfterSeconds: 10 });
  const error = await failure(conflict.createIndex({ at: 1 }, { expireAfterSeconds: 20 }));
  assert.equal(error.code, 85);
});
