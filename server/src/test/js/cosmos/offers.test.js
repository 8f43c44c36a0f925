import assert from "node:assert/strict";
import { test } from "node:test";
import { client, newContainer, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();

test("the throughput of a container is read and replaced", async () => {
  const container = await newContainer(database, { throughput: 500 });
  const { resource, offer } = await container.readOffer();
  assert.equal(resource.content.offerThroughput, 500);
  assert.equal(resource.resource, (await container.read()).resource._self);

  resource.content.offerThroughput = 700;
  const replaced = await offer.replace(resource);
  assert.equal(replaced.resource.content.offerThroughput, 700);
  assert.equal((await client.offer(resource.id).read()).resource.content.offerThroughput, 700);
  resource.content.offerThroughput = 100;
  await refused(400, offer.replace(resource));
  assert.equal((await container.readOffer()).resource.content.offerThroughput, 700);
});

test("autoscale keeps its maximum", async () => {
  const container = await newContainer(database, { maxThroughput: 4000 });
  const { resource, offer } = await container.readOffer();
  assert.equal(resource.content.offerAutopilotSettings.maxThroughput, 4000);
  resource.content.offerAutopilotSettings = { maxThroughput: 8000 };
  const replaced = await offer.replace(resource);
  assert.equal(replaced.resource.content.offerAutopilotSettings.maxThroughput, 8000);
});

test("a database has an offer of its own; without one there is none", async () => {
  const id = database.id + "-shared";
  const { database: shared } = await client.databases.create({ id, throughput: 600 });
  try {
    assert.equal((await shared.readOffer()).resource.content.offerThroughput, 600);
    const inside = await newContainer(shared);
    assert.equal((await inside.readOffer()).resource, undefined);
    const { resource: self } = await shared.read();
    const { resources } = await client.offers
      .query(`SELECT * FROM root r WHERE r.resource = "${self._self}"`)
      .fetchAll();
    assert.equal(resources.length, 1);
    const { resources: all } = await client.offers.readAll().fetchAll();
    assert.ok(all.some((each) => each.id === resources[0].id));
  } finally {
    await shared.delete();
  }
  assert.equal((await database.readOffer()).resource, undefined);
});
