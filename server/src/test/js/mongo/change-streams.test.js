import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, client, failure, newClient, ownDatabase, uri } from "./mayfly.js";

const database = await ownDatabase();

async function take(stream, count) {
  const events = [];
  while (events.length < count) {
    const event = await stream.tryNext();
    if (event !== null) {
      events.push(event);
    }
  }
  return events;
}

test("a collection is watched, and a stream resumes", async () => {
  const collection = database.collection("watched");
  const stream = collection.watch([], { maxAwaitTimeMS: 100 });
  assert.equal(await stream.tryNext(), null);
  await collection.insertOne({ _id: 1, a: 1 });
  await collection.updateOne({ _id: 1 }, { $set: { a: 2 } });
  await collection.deleteOne({ _id: 1 });
  const events = await take(stream, 3);
  assert.deepEqual(
    events.map((each) => each.operationType),
    ["insert", "update", "delete"],
  );
  assert.deepEqual(events[1].updateDescription, {
    updatedFields: { a: 2 },
    removedFields: [],
    truncatedArrays: [],
  });
  await stream.close();
  const resumed = collection.watch([], { resumeAfter: events[0]._id, maxAwaitTimeMS: 100 });
  assert.deepEqual(
    (await take(resumed, 2)).map((each) => each._id),
    [events[1]._id, events[2]._id],
  );
  await resumed.close();
});

test("an expired document is deleted", async () => {
  const collection = database.collection("expiring");
  await collection.createIndex({ _ts: 1 }, { expireAfterSeconds: 10 });
  await collection.insertOne({ _id: 1 });
  const stream = collection.watch([], { maxAwaitTimeMS: 100 });
  await stream.tryNext();
  await advance(10);
  const [event] = await take(stream, 1);
  assert.equal(event.operationType, "delete");
  await stream.close();
});

test("the deployment is watched", async () => {
  const stream = client.watch([{ $match: { "ns.db": database.databaseName } }], {
    maxAwaitTimeMS: 100,
  });
  await stream.tryNext();
  await database.collection("x").insertOne({ _id: 1 });
  assert.equal((await take(stream, 1))[0].operationType, "insert");
  await stream.close();
});

test("a forged token is refused", async () => {
  const stream = database.collection("x").watch([], { resumeAfter: { _data: "00" } });
  assert.equal((await failure(stream.tryNext())).code, 40649);
});

for (const options of ["?replicaSet=rs0", "?directConnection=true", "?directConnection=true&replicaSet=rs0", ""]) {
  test("a client connects with " + (options || "no options"), async () => {
    const own = newClient({}, uri.replace(/\/?$/, "/") + options);
    assert.equal((await own.db("admin").command({ ping: 1 })).ok, 1);
    const hello = await own.db("admin").command({ hello: 1 });
    assert.equal(hello.setName, "rs0");
  });
}

test("a session reads its own writes causally", async () => {
  await client.withSession({ causalConsistency: true }, async (session) => {
    const collection = database.collection("causal");
    await collection.insertOne({ _id: 1 }, { session });
    assert.ok(session.operationTime);
    assert.equal(await collection.countDocuments({}, { session }), 1);
  });
});
