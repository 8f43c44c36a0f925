// What the tests have in common: clients of the server that the build started, and its clock.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { MongoClient } from "mongodb";

export const uri = process.env.MAYFLY_TEST_MONGO;
const admin = process.env.MAYFLY_TEST_ADMIN;

export function newClient(options = {}, to = uri) {
  const client = new MongoClient(to, options);
  after(() => client.close());
  return client;
}

export const client = new MongoClient(uri);

/** A database of the file's own; the clock stands still unless a test moves it. */
export async function ownDatabase() {
  await call("POST", "/clock/freeze");
  const database = client.db("js-" + randomUUID());
  after(async () => {
    await database.dropDatabase();
    await client.close();
  });
  return database;
}

async function call(method, path) {
  const response = await fetch(admin + path, { method });
  const text = await response.text();
  assert.equal(response.status, 200, path + ": " + text);
  return text;
}

/** Lets seconds pass on the server's clock. */
export async function advance(seconds) {
  await call("POST", "/clock/advance?seconds=" + seconds);
}

/** The server's clock as a date that lies so many seconds ahead. */
export async function dateIn(seconds) {
  const now = JSON.parse(await call("GET", "/clock")).epochSecond;
  return new Date((now + seconds) * 1000);
}

/** What a promise fails with. */
export async function failure(promise) {
  return promise.then(
    (value) => assert.fail("did not fail but gave " + JSON.stringify(value)),
    (error) => error,
  );
}
