import MongoStore from "connect-mongo";
import express from "express";
import session from "express-session";
import mongoose from "mongoose";

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** A cart is gone thirty days after it was last saved: the index on _ts says so. */
const cart = new mongoose.Schema({ user: String });
cart.index({ _ts: 1 }, { expireAfterSeconds: THIRTY_DAYS });
export const Cart = mongoose.model("Cart", cart);

/** Counts the visits of each browser; what it remembers of one ends after thirty days. */
export async function start(uri) {
  await mongoose.connect(uri, { dbName: "shop" });
  await Cart.init();
  const store = MongoStore.create({ client: mongoose.connection.getClient(), dbName: "shop", ttl: THIRTY_DAYS });
  const app = express();
  app.use(session({ secret: "for this example", resave: false, saveUninitialized: false, store }));
  app.get("/", (request, response) => {
    request.session.visits = (request.session.visits ?? 0) + 1;
    response.json({ visits: request.session.visits });
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async stop() {
      await new Promise((closed) => server.close(closed));
      await mongoose.disconnect();
    },
  };
}
