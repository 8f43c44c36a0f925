// What a person types into mongosh; the build looks at what it prints.
db = db.getSiblingDB("shell");
db.dropDatabase();
db.coll.createIndex({ _ts: 1 }, { expireAfterSeconds: 10 });
db.coll.insertOne({ id: 1, location: "Paris", ttl: Double(20.0) });
db.coll.insertOne({ id: 1, location: "Paris", ttl: NumberInt(20) });
db.coll.insertOne({ id: 1, location: "Paris", ttl: NumberLong("20") });
db.coll.insertOne({ id: 1, location: "Paris", ttl: 20.5 });
db.coll.insertOne({ id: 1, location: "Paris", ttl: NumberLong("2147483649") });
print("count", db.coll.countDocuments());
db.coll.updateOne({ ttl: 20.5 }, { $set: { location: "Lyon" } });
print("cities", EJSON.stringify(db.coll.distinct("location").sort()));
const groups = db.coll.aggregate([{ $sortByCount: "$location" }]).toArray();
print("groups", EJSON.stringify(groups));
print("indexes", EJSON.stringify(db.coll.getIndexes()));
print("databases", db.adminCommand({ listDatabases: 1 }).databases.some((each) => each.name === "shell"));
print("collections", db.getCollectionNames());
print("explained", db.coll.find({ id: 1 }).explain().ok);
print("stats", Number(db.coll.stats().count), Number(db.stats().collections));
