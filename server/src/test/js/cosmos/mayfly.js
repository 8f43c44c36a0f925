// What the tests have in common: clients of the server that the build started, and its clock.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { CosmosClient } from "@azure/cosmos";

export const endpoint = process.env.MAYFLY_TEST_ENDPOINT;
export const key = process.env.MAYFLY_TEST_KEY;
const admin = process.env.MAYFLY_TEST_ADMIN;

export function newClient(options = { key }) {
  const client = new CosmosClient({ endpoint, ...options });
  // The client's timer would keep the process alive.
  after(() => client.dispose());
  return client;
}

export const client = newClient();

/** A database of the file's own; the clock stands still unless a test moves it. */
export async function ownDatabase() {
  await call("POST", "/clock/freeze");
  const { database } = await client.databases.create({ id: "js-" + randomUUID() });
  after(() => database.delete());
  return database;
}

/** Creates a container; without more it is partitioned by /pk and has no TTL. */
export async function newContainer(database, definition = {}) {
  const whole = { id: "c-" + randomUUID(), partitionKey: "/pk", ...definition };
  const { container } = await database.containers.create(whole);
  return container;
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

/** The server's clock, in seconds since 1970. */
export async function now() {
  return JSON.parse(await call("GET", "/clock")).epochSecond;
}

/** Splits every partition key range of a container in two. */
export async function splitRanges(database, container) {
  const path = `/containers/${database.id}/${container.id}`;
  for (const range of JSON.parse(await call("GET", path + "/ranges")).ranges) {
    await call("POST", `${path}/split?range=${range.id}`);
  }
}

/** The value of a metric of one container. */
export async function metric(name, containerId) {
  const line = (await call("GET", "/metrics"))
    .split("\n")
    .find((each) => each.startsWith(name + "{") && each.includes(`container="${containerId}"`));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
}

/** Waits until the purge has deleted what has expired in a container. */
export async function purged(container) {
  const deadline = Date.now() + 30_000;
  while ((await metric("mayfly_purge_backlog_items", container.id)) !== 0) {
    assert.ok(Date.now() < deadline, "the purge is still not done");
  }
}

/** Asserts that the service refuses; gives the refusal. */
export async function refused(status, promise, message) {
  const refusal = await promise.then(
    (answer) => assert.fail(`not refused but ${answer.statusCode ?? answer.code}`),
    (error) => error,
  );
  assert.equal(refusal.code, status, refusal.stack);
  assert.equal(typeof refusal.body?.message, "string", "the body has a message");
  if (message !== undefined) {
    assert.ok(refusal.body.message.includes(message), refusal.body.message);
  }
  return refusal;
}

export async function ids(iterator) {
  return (await iterator.fetchAll()).resources.map((each) => each.id).sort();
}
