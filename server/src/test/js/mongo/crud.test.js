import assert from "node:assert/strict";
import { test } from "node:test";
import { Decimal128, Double, Int32, Long, ObjectId } from "mongodb";
import { client, failure, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();

test("documents are inserted, found, changed and deleted", async () => {
  const people = database.collection("people");
  const { insertedId } = await people.insertOne({ name: "Ada", age: 36 });
  assert.ok(insertedId instanceof ObjectId);
  await people.insertMany([
    { _id: 1, name: "Grace", age: 85 },
    { _id: "1", name: "Alan", age: 41 },
  ]);
  assert.equal(await people.countDocuments({ age: { $gt: 40 } }), 2);
  assert.deepEqual(await people.findOne({ _id: "1" }), { _id: "1", name: "Alan", age: 41 });
  const names = await people.find({}, { sort: { name: 1 }, projection: { _id: 0, name: 1 } });
  assert.deepEqual(await names.toArray(), [{ name: "Ada" }, { name: "Alan" }, { name: "Grace" }]);

  const updated = await people.updateOne({ name: "Ada" }, { $inc: { age: 1 }, $push: { tags: "x" } });
  assert.equal(updated.modifiedCount, 1);
  assert.deepEqual(await people.findOne({ name: "Ada" }, { projection: { _id: 0 } }), {
    name: "Ada",
    age: 37,
    tags: ["x"],
  });
  const many = await people.updateMany({}, { $set: { alive: false } });
  assert.equal(many.matchedCount, 3);
  const upserted = await people.updateOne({ _id: 9 }, { $set: { name: "New" } }, { upsert: true });
  assert.equal(upserted.upsertedId, 9);
  assert.equal((await people.replaceOne({ _id: 9 }, { name: "Newer" })).modifiedCount, 1);
  assert.deepEqual(await people.findOneAndDelete({ _id: 9 }), { _id: 9, name: "Newer" });
  const after = await people.findOneAndUpdate(
    { _id: 1 },
    { $unset: { age: "" } },
    { returnDocument: "after" },
  );
  assert.deepEqual(after, { _id: 1, name: "Grace", alive: false });
  assert.deepEqual((await people.distinct("name")).sort(), ["Ada", "Alan", "Grace"]);
  assert.equal((await people.deleteMany({ alive: false })).deletedCount, 3);
  assert.equal(await people.estimatedDocumentCount(), 0);
});

test("an _id is there once", async () => {
  const once = database.collection("once");
  await once.insertOne({ _id: 1 });
  const error = await failure(once.insertOne({ _id: new Double(1) }));
  assert.equal(error.code, 11000);
  assert.match(error.message, /E11000 duplicate key error collection: .*\.once index: _id_ dup key/);
});

test("types come back as they went", async () => {
  const types = database.collection("types");
  const document = {
    _id: new ObjectId(),
    int: new Int32(1),
    long: Long.fromString("9007199254740993"),
    double: new Double(1),
    decimal: Decimal128.fromString("1.10"),
    date: new Date(0),
    nothing: null,
    list: [1, [2], { three: 3 }],
    pattern: /a.b/i,
  };
  await types.insertOne(document);
  const found = await types.findOne({}, { promoteValues: false });
  assert.deepEqual(found.long, document.long);
  assert.deepEqual(found.decimal, document.decimal);
  assert.equal(found.double._bsontype, "Double");
  assert.equal(await types.countDocuments({ int: Decimal128.fromString("1") }), 1);
});

test("a cursor is read in batches", async () => {
  const numbers = database.collection("numbers");
  await numbers.insertMany(Array.from({ length: 1000 }, (_, i) => ({ _id: i })));
  const seen = [];
  for await (const each of numbers.find({}, { batchSize: 7 })) {
    seen.push(each._id);
  }
  assert.deepEqual(seen.sort((a, b) => a - b), Array.from({ length: 1000 }, (_, i) => i));
});

test("bulk writes tell what each did", async () => {
  const bulk = database.collection("bulk");
  const result = await bulk.bulkWrite([
    { insertOne: { document: { _id: 1, a: 1 } } },
    { updateOne: { filter: { _id: 1 }, update: { $set: { a: 2 } } } },
    { updateOne: { filter: { _id: 2 }, update: { $set: { a: 3 } }, upsert: true } },
    { deleteOne: { filter: { _id: 1 } } },
  ]);
  assert.deepEqual(
    [result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount],
    [1, 1, 1, 1],
  );
  const error = await failure(
    bulk.insertMany([{ _id: 3 }, { _id: 2 }, { _id: 4 }], { ordered: false }),
  );
  assert.equal(error.code, 11000);
  assert.equal(error.insertedCount, 2);
});

test("a bulk write over several collections", async () => {
  const namespace = database.databaseName + ".client-bulk";
  const result = await client.bulkWrite([
    { namespace, name: "insertOne", document: { _id: 1 } },
    { namespace, name: "updateOne", filter: { _id: 1 }, update: { $set: { a: 1 } } },
  ]);
  assert.equal(result.insertedCount, 1);
  assert.equal(result.modifiedCount, 1);
});
