import assert from "node:assert/strict";
import { test } from "node:test";
import { ids, newContainer, ownDatabase, refused } from "./mayfly.js";

const database = await ownDatabase();
const container = await newContainer(database);
const { scripts } = container;

async function kept(list, one, definition) {
  const created = await list.create(definition);
  assert.equal(created.statusCode, 201);
  await refused(409, list.create(definition));
  const { resource } = await one(definition.id).read();
  assert.equal(resource.body, definition.body);
  assert.deepEqual(await ids(list.readAll()), [definition.id]);
  const replaced = await one(definition.id).replace({ ...definition, body: "function () { 2 }" });
  assert.equal(replaced.resource.body, "function () { 2 }");
  assert.notEqual(replaced.resource._etag, resource._etag);
  assert.equal((await one(definition.id).delete()).statusCode, 204);
  await refused(404, one(definition.id).read());
}

test("stored procedures are kept", () =>
  kept(scripts.storedProcedures, (id) => scripts.storedProcedure(id), {
    id: "procedure",
    body: "function () { 1 }",
  }));

test("triggers are kept", () =>
  kept(scripts.triggers, (id) => scripts.trigger(id), {
    id: "trigger",
    body: "function () { 1 }",
    triggerType: "Pre",
    triggerOperation: "All",
  }));

test("functions are kept", () =>
  kept(scripts.userDefinedFunctions, (id) => scripts.userDefinedFunction(id), {
    id: "function",
    body: "function () { 1 }",
  }));

test("there are no conflicts", async () => {
  assert.deepEqual((await container.conflicts.readAll().fetchAll()).resources, []);
  await refused(404, container.conflict("none", "p").read());
});
