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

test("stored procedures are executed", async () => {
  await scripts.storedProcedures.create({
    id: "run",
    body: function (prefix) {
      const context = getContext();
      const collection = context.getCollection();
      console.log("The value of %s is %s.", "x", 1);
      collection.createDocument(collection.getSelfLink(), { id: "made", pk: "p" }, (error, made) => {
        if (error) throw error;
        context.getResponse().setBody(prefix + made.id);
      });
    },
  });
  const run = scripts.storedProcedure("run");
  const first = await run.execute("p", ["it "], { enableScriptLogging: true });
  assert.equal(first.resource, "it made");
  assert.ok(first.requestCharge > 0);
  assert.equal(
    decodeURIComponent(first.headers["x-ms-documentdb-script-log-results"]),
    "The value of x is 1.",
  );
  assert.equal((await container.item("made", "p").read()).statusCode, 200);
  await refused(400, run.execute("p", ["again"]));
});

test("triggers are run", async () => {
  await scripts.triggers.create({
    id: "upper",
    triggerType: "Pre",
    triggerOperation: "Create",
    body: function () {
      const item = getContext().getRequest().getBody();
      item.id = item.id.toUpperCase() + "t1";
      getContext().getRequest().setBody(item);
    },
  });
  const made = await container.items.create(
    { id: "doc1", pk: "p" },
    { preTriggerInclude: "upper" },
  );
  assert.equal(made.resource.id, "DOC1t1");
  await refused(
    400,
    container.items.create({ id: "doc2", pk: "p" }, { postTriggerInclude: "upper" }),
  );
});

test("functions are called in queries", async () => {
  await scripts.userDefinedFunctions.create({
    id: "tax",
    body: function tax(cost) {
      return cost * 0.05;
    },
  });
  await container.items.create({ id: "taxed", pk: "p", cost: 100 });
  const { resources } = await container.items
    .query({
      query: "SELECT VALUE udf.tax(c.cost) FROM c WHERE c.cost = @cost",
      parameters: [{ name: "@cost", value: 100 }],
    })
    .fetchAll();
  assert.deepEqual(resources, [5]);
});

test("there are no conflicts", async () => {
  assert.deepEqual((await container.conflicts.readAll().fetchAll()).resources, []);
  await refused(404, container.conflict("none", "p").read());
});
