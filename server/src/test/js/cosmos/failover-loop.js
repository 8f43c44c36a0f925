// An application that creates and reads back until a file appears. What the SDK gives up on and says
// is transient, it sends again, as applications do; anything else that is thrown, it counts.
import { existsSync, writeFileSync } from "node:fs";
import { CosmosClient } from "@azure/cosmos";

const { MAYFLY_TEST_ENDPOINT: endpoint, MAYFLY_TEST_KEY: key } = process.env;
const { MAYFLY_TEST_STOP: stop, MAYFLY_TEST_PROGRESS: progress } = process.env;
const transient = new Set([408, 410, 449, 503, "ECONNREFUSED", "ECONNRESET", "EPIPE", "TimeoutError"]);
// A connection that is refused makes the SDK neither repeat the request nor ask where the account is
// written: it asks at this rate, each five minutes by default.
const connectionPolicy = { requestTimeout: 10000, endpointRefreshRateInMs: 1000 };
const client = new CosmosClient({ endpoint, key, connectionPolicy });
const container = client.database("loops-cosmos").container("node");
const errors = {};
let done = 0;
let again = 0;
let longest = 0;
let last = Date.now();
while (!existsSync(stop)) {
  const id = String(done);
  try {
    try {
      await container.items.create({ id, pk: "p" });
    } catch (error) {
      // It was created by an attempt whose answer was lost.
      if (error.code !== 409) {
        throw error;
      }
    }
    const { resource } = await container.item(id, "p").read();
    if (resource === undefined) {
      throw new Error("what was created is not found");
    }
    done++;
    longest = Math.max(longest, Date.now() - last);
    last = Date.now();
    writeFileSync(progress, String(done));
  } catch (error) {
    if (transient.has(error.code) || transient.has(error.name) || transient.has(error.cause?.code)) {
      again++;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } else {
      const name = `${error.name} ${error.code ?? ""} ${error.message}`;
      errors[name] = (errors[name] ?? 0) + 1;
    }
  }
}
const { resources } = await container.items.query("SELECT VALUE COUNT(1) FROM c").fetchAll();
client.dispose();
console.log(JSON.stringify({ done, count: resources[0], again, longest, errors }));
