import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Cart, start } from "./app.js";

const MAYFLY = process.env.MAYFLY ?? "mayfly";
const THIRTY_DAYS = 30 * 24 * 60 * 60;
let server, ready, app;

before(async () => {
  const file = join(mkdtempSync(join(tmpdir(), "mayfly-")), "ready.json");
  const ports = ["--cosmos-port=off", "--mongo-port=0", "--admin-port=0"];
  server = spawn(MAYFLY, ["serve", "--ephemeral", "--movable-clock", `--ready-file=${file}`, ...ports], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!existsSync(file)) {
    assert.equal(server.exitCode, null, "the server ended");
    await new Promise((later) => setTimeout(later, 20));
  }
  ready = JSON.parse(readFileSync(file, "utf8"));
  app = await start(ready.mongodb.uri);
});

after(async () => {
  await app?.stop();
  server.kill();
});

async function advance(seconds) {
  const answer = await fetch(`${ready.admin.url}clock/advance?seconds=${seconds}`, { method: "POST" });
  assert.equal(answer.status, 200);
}

test("a session and a cart end after thirty days", async () => {
  const first = await fetch(app.url);
  const cookie = first.headers.get("set-cookie").split(";")[0];
  const visits = async () => (await (await fetch(app.url, { headers: { cookie } })).json()).visits;
  await Cart.create({ user: "ann" });
  assert.equal(await visits(), 2);

  await advance(THIRTY_DAYS - 60);
  assert.equal(await Cart.countDocuments(), 1);
  assert.equal(await visits(), 3);

  await advance(60);
  assert.equal(await Cart.countDocuments(), 0, "the cart is gone");
  await advance(THIRTY_DAYS);
  assert.equal(await visits(), 1, "the session is a new one");
});
