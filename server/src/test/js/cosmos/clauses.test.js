// Every clause of the query language, in pages of every small size, against what plain code makes of
// the same items.
import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, newContainer, ownDatabase } from "./mayfly.js";

const database = await ownDatabase();
const container = await newContainer(database, {
  defaultTtl: -1,
  indexingPolicy: {
    indexingMode: "consistent",
    includedPaths: [{ path: "/*" }],
    excludedPaths: [],
    compositeIndexes: [
      [
        { path: "/n", order: "ascending" },
        { path: "/id", order: "descending" },
      ],
    ],
  },
});

const all = [];
for (let i = 0; i < 20; i++) {
  const item = { id: "i" + String(i).padStart(2, "0"), pk: "p" + (i % 4), n: 1 + ((i * 7) % 6) };
  item.tags = ["a", "b", "c"].slice(0, i % 4).map((tag) => tag + (i % 3));
  item.o = { x: i % 3, deep: { z: 100 - i } };
  if (i % 3 !== 1) {
    item.s = "name" + (i % 5);
  }
  all.push(item);
  await container.items.create(item);
}

async function paged(query, parameters, options) {
  const iterator = container.items.query({ query, parameters }, options);
  const results = [];
  while (iterator.hasMoreResults()) {
    const { resources } = await iterator.fetchNext();
    assert.ok((resources ?? []).length <= Math.max(options.maxItemCount, 1), query);
    results.push(...(resources ?? []));
  }
  return results;
}

const texts = (values) => values.map((each) => JSON.stringify(each));

/** Asserts the results in any order, or as they are. */
async function expectResults(query, expected, { sorted = false, parameters = [] } = {}) {
  for (const [maxItemCount, forceQueryPlan] of [[1, false], [4, false], [3, true]]) {
    const results = texts(await paged(query, parameters, { maxItemCount, forceQueryPlan }));
    const wanted = texts(expected);
    assert.deepEqual(
      sorted ? results : results.sort(),
      sorted ? wanted : wanted.sort(),
      `${query} in pages of ${maxItemCount}, plan ${forceQueryPlan}`,
    );
  }
}

const ids = (items) => items.map((each) => each.id);

test("SELECT and FROM", async () => {
  await expectResults("SELECT VALUE c.id FROM c", ids(all));
  await expectResults(
    "SELECT c.id, c.s, c.o.x AS y FROM c",
    all.map(({ id, s, o }) => (s === undefined ? { id, y: o.x } : { id, s, y: o.x })),
  );
  await expectResults("SELECT VALUE z FROM c.o.deep.z", all.map((each) => each.o.deep.z));
  await expectResults("SELECT VALUE t FROM t IN c.tags", all.flatMap((each) => each.tags));
  await expectResults(
    "SELECT VALUE { i: c.id, pair: [a, b] } FROM c JOIN a IN c.tags JOIN b IN c.tags WHERE a < b",
    all.flatMap((each) =>
      each.tags.flatMap((a) =>
        each.tags.filter((b) => a < b).map((b) => ({ i: each.id, pair: [a, b] })),
      ),
    ),
  );
  await expectResults(
    "SELECT VALUE r.n FROM (SELECT VALUE c FROM c WHERE c.n > 4) AS r",
    all.filter((each) => each.n > 4).map((each) => each.n),
  );
  assert.equal((await paged("SELECT TOP 6 * FROM c", [], { maxItemCount: 4 })).length, 6);
});

test("WHERE, parameters and operators", async () => {
  await expectResults(
    "SELECT VALUE c.id FROM c WHERE c.n BETWEEN @low AND 4 AND c.pk != @pk",
    ids(all.filter((each) => each.n >= 2 && each.n <= 4 && each.pk !== "p0")),
    { parameters: [{ name: "@low", value: 2 }, { name: "@pk", value: "p0" }] },
  );
  await expectResults(
    "SELECT VALUE c.id FROM c WHERE c.s LIKE 'name[0-2]' OR c.id IN ('i01', 'nobody')",
    ids(all.filter((each) => ["name0", "name1", "name2"].includes(each.s) || each.id === "i01")),
  );
  await expectResults(
    "SELECT VALUE (c.s ?? 'none') || (c.n > 3 ? '+' : '-') FROM c",
    all.map((each) => (each.s ?? "none") + (each.n > 3 ? "+" : "-")),
  );
  await expectResults(
    "SELECT VALUE c.id FROM c WHERE NOT IS_DEFINED(c.s) AND ARRAY_LENGTH(c.tags) > 1",
    ids(all.filter((each) => each.s === undefined && each.tags.length > 1)),
  );
});

test("subqueries", async () => {
  await expectResults(
    "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 'b2')",
    ids(all.filter((each) => each.tags.includes("b2"))),
  );
  await expectResults(
    "SELECT c.id, ARRAY(SELECT VALUE UPPER(t) FROM t IN c.tags) AS big," +
      " (SELECT VALUE COUNT(1) FROM t IN c.tags) AS k FROM c",
    all.map(({ id, tags }) => ({ id, big: tags.map((t) => t.toUpperCase()), k: tags.length })),
  );
});

test("ORDER BY, OFFSET, DISTINCT", async () => {
  const byId = (a, b) => (a.id < b.id ? -1 : 1);
  await expectResults("SELECT VALUE c.id FROM c ORDER BY c.id DESC", ids(all).reverse(), {
    sorted: true,
  });
  await expectResults(
    "SELECT VALUE c.id FROM c ORDER BY c.n, c.id DESC",
    ids([...all].sort((a, b) => a.n - b.n || byId(b, a))),
    { sorted: true },
  );
  await expectResults(
    "SELECT VALUE c.n FROM c ORDER BY c.n DESC",
    all.map((each) => each.n).sort((a, b) => b - a),
    { sorted: true },
  );
  await expectResults(
    "SELECT VALUE c.id FROM c ORDER BY c.o.deep.z OFFSET 3 LIMIT 9",
    ids(all).reverse().slice(3, 12),
    { sorted: true },
  );
  await expectResults("SELECT DISTINCT VALUE c.n FROM c", [...new Set(all.map((each) => each.n))]);
  await expectResults("SELECT DISTINCT VALUE c.pk FROM c ORDER BY c.pk", ["p0", "p1", "p2", "p3"], {
    sorted: true,
  });
});

test("aggregates and GROUP BY", async () => {
  const sum = all.reduce((total, each) => total + each.n, 0);
  await expectResults("SELECT VALUE SUM(c.n) FROM c", [sum]);
  await expectResults("SELECT VALUE AVG(c.n) FROM c", [sum / 20]);
  await expectResults("SELECT VALUE MIN(c.o.deep.z) FROM c", [81]);
  await expectResults("SELECT VALUE MAX(c.s) FROM c", ["name4"]);
  await expectResults("SELECT VALUE COUNT(c.s) FROM c", [
    all.filter((each) => each.s !== undefined).length,
  ]);
  const groups = new Map();
  for (const { pk, n } of all) {
    const group = groups.get(pk) ?? { pk, k: 0, total: 0, least: n };
    group.k++;
    group.total += n;
    group.least = Math.min(group.least, n);
    groups.set(pk, group);
  }
  await expectResults(
    "SELECT c.pk, COUNT(1) AS k, SUM(c.n) AS total, MIN(c.n) AS least FROM c GROUP BY c.pk",
    [...groups.values()],
  );
});

test("what dies between the pages is not there", async () => {
  for (const query of [
    "SELECT VALUE c.id FROM c WHERE c.brief",
    "SELECT VALUE c.id FROM c WHERE c.brief ORDER BY c.n DESC",
    "SELECT VALUE c.id FROM c JOIN t IN c.tags WHERE c.brief",
  ]) {
    const living = [];
    for (let i = 0; i < 9; i++) {
      const item = { id: `b${i}`, pk: "p" + (i % 4), n: i, brief: true, tags: ["t"] };
      await container.items.upsert(i % 3 === 0 ? { ...item, ttl: 5 } : item);
      if (i % 3 !== 0) {
        living.push(item.id);
      }
    }
    const iterator = container.items.query(query, { maxItemCount: 2 });
    const first = (await iterator.fetchNext()).resources;
    await advance(5);
    const rest = [];
    while (iterator.hasMoreResults()) {
      rest.push(...((await iterator.fetchNext()).resources ?? []));
    }
    assert.ok(rest.every((id) => living.includes(id)), query + ": " + rest);
    assert.equal(new Set([...first, ...rest]).size, first.length + rest.length, query);
    assert.ok(living.every((id) => first.includes(id) || rest.includes(id)), query);
  }
});
