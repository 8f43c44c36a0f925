package dev.mayfly.cosmos.query.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The queryInfo of a plan under construction; initially empty. */
final class QueryInfo {
  String distinctType = "None";
  Long top;
  Long offset;
  Long limit;
  final List<String> orderBy = new ArrayList<>();
  final List<String> orderByExpressions = new ArrayList<>();
  final List<String> groupByExpressions = new ArrayList<>();
  final Map<String, String> aliasTypes = new LinkedHashMap<>();
  final List<String> aggregates = new ArrayList<>();
  String rewrittenQuery = "";
  boolean hasSelectValue;
  String distinctCountAlias;
  boolean hasNonStreamingOrderBy;

  BsonDocument json() {
    BsonDocument types = new BsonDocument();
    aliasTypes.forEach((alias, type) -> types.put(alias, text(type)));
    BsonValue distinctCount =
        distinctCountAlias == null
            ? BsonNull.VALUE
            : new BsonDocument("dCountAlias", new BsonString(distinctCountAlias));
    return new BsonDocument("distinctType", new BsonString(distinctType))
        .append("top", number(top))
        .append("offset", number(offset))
        .append("limit", number(limit))
        .append("orderBy", texts(orderBy))
        .append("orderByExpressions", texts(orderByExpressions))
        .append("groupByExpressions", texts(groupByExpressions))
        .append("groupByAliases", texts(aliasTypes.keySet()))
        .append("aggregates", texts(aggregates))
        .append("groupByAliasToAggregateType", types)
        .append("rewrittenQuery", new BsonString(rewrittenQuery))
        .append("hasSelectValue", BsonBoolean.valueOf(hasSelectValue))
        .append("dCountInfo", distinctCount)
        .append("hasNonStreamingOrderBy", BsonBoolean.valueOf(hasNonStreamingOrderBy));
  }

  private static BsonValue number(Long number) {
    return number == null ? BsonNull.VALUE : new BsonInt64(number);
  }

  private static BsonValue text(String text) {
    return text == null ? BsonNull.VALUE : new BsonString(text);
  }

  private static BsonArray texts(Iterable<String> texts) {
    BsonArray array = new BsonArray();
    texts.forEach(text -> array.add(new BsonString(text)));
    return array;
  }
}
