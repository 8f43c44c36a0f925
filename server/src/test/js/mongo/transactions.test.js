import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, client, failure, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();

test("withTransaction commits over collections, and others see nothing before", async () => {
  const accounts = database.collection("accounts");
  const log = database.collection("log");
  await accounts.insertMany([
    { _id: "a", balance: 10 },
    { _id: "b", balance: 0 },
  ]);
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await accounts.updateOne({ _id: "a" }, { $inc: { balance: -4 } }, { session });
      await accounts.updateOne({ _id: "b" }, { $inc: { balance: 4 } }, { session });
      await log.insertOne({ _id: 1, amount: 4 }, { session });
      assert.equal((await accounts.findOne({ _id: "b" }, { session })).balance, 4);
      assert.equal((await accounts.findOne({ _id: "b" })).balance, 0);
      assert.equal(await log.countDocuments(), 0);
    }),
  );
  assert.equal((await accounts.findOne({ _id: "a" })).balance, 6);
  assert.equal(await log.countDocuments(), 1);
});

test("an error in the callback leaves nothing", async () => {
  const things = database.collection("things");
  const thrown = await failure(
    client.withSession((session) =>
      session.withTransaction(async () => {
        await things.insertOne({ _id: 1 }, { session });
        throw new Error("changed my mind");
      }),
    ),
  );
  assert.equal(thrown.message, "changed my mind");
  assert.equal(await things.countDocuments(), 0);
});

test("a conflict is repeated by withTransaction", async () => {
  const counters = database.collection("counters");
  await counters.insertOne({ _id: 1, n: 0 });
  await Promise.all(
    Array.from({ length: 8 }, () =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          const { n } = await counters.findOne({ _id: 1 }, { session });
          await counters.updateOne({ _id: 1 }, { $set: { n: n + 1 } }, { session });
        }),
      ),
    ),
  );
  assert.equal((await counters.findOne({ _id: 1 })).n, 8);
});

test("what expires is not seen from an old snapshot, and writing it is a conflict", async () => {
  const mortal = database.collection("mortal");
  await mortal.createIndex({ _ts: 1 }, { expireAfterSeconds: 10 });
  await mortal.insertMany([{ _id: 1 }, { _id: 2 }]);
  const session = client.startSession();
  session.startTransaction();
  assert.equal(await mortal.countDocuments({}, { session }), 2);
  await mortal.updateOne({ _id: 2 }, { $set: { n: 1 } }, { session });
  await advance(10);
  const conflict = await failure(mortal.findOne({ _id: 1 }, { session }));
  assert.equal(conflict.code, 112);
  assert.ok(conflict.hasErrorLabel("TransientTransactionError"));
  await session.abortTransaction();
  session.startTransaction();
  assert.equal(await mortal.countDocuments({}, { session }), 0);
  await session.commitTransaction();
  await session.endSession();
});
