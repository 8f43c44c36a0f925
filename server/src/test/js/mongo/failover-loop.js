// An application that inserts and reads back until a file appears. A driver repeats a request once; what it
// would repeat again, the application does. Anything else that is thrown, it counts.
import { existsSync, writeFileSync } from "node:fs";
import { MongoClient, MongoNetworkError } from "mongodb";

const { MAYFLY_TEST_MONGO: uri, MAYFLY_TEST_STOP: stop, MAYFLY_TEST_PROGRESS: progress } = process.env;
const client = new MongoClient(uri, { connectTimeoutMS: 2000, socketTimeoutMS: 10000 });
const collection = client.db("loops").collection("node");
const errors = {};
const DUPLICATE_KEY = 11000;
let done = 0;
let again = 0;
let repeated = false;
let longest = 0;
let last = Date.now();
while (!existsSync(stop)) {
  try {
    try {
      await collection.insertOne({ _id: done });
    } catch (error) {
      // It was inserted by an attempt whose answer was lost.
      if (!repeated || error.code !== DUPLICATE_KEY) {
        throw error;
      }
    }
    const found = await collection.findOne({ _id: done });
    if (found === null) {
      throw new Error("what was inserted is not found");
    }
    done++;
    repeated = false;
    longest = Math.max(longest, Date.now() - last);
    last = Date.now();
    writeFileSync(progress, String(done));
  } catch (error) {
    if (error instanceof MongoNetworkError || error.hasErrorLabel?.("RetryableWriteError")) {
      again++;
      repeated = true;
      continue;
    }
    const name = `${error.name} ${error.code ?? ""} ${error.message}`;
    errors[name] = (errors[name] ?? 0) + 1;
  }
}
const count = await collection.countDocuments();
await client.close();
console.log(JSON.stringify({ done, count, again, longest, errors }));
