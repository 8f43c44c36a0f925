package dev.mayfly.cosmos.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mayfly.cosmos.http.CosmosException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each patch operation, and each refusal. Single quotes stand for double ones in the cases. */
class PatchBodyTest {
  @Test
  void aBodyOfVeryManyValuesIsRefusedBeforeItBecomesATree() {
    String numbers = "0,".repeat(JsonToBson.TREE_VALUES_MAX - 10) + "0";
    String patch = "[{\"op\":\"add\",\"path\":\"/a\",\"value\":[%s]}]";
    assertThat(PatchBody.parse(patch.formatted(numbers).getBytes(UTF_8)).operations()).isEqualTo(1);
    byte[] more = patch.formatted(numbers + ",0".repeat(10)).getBytes(UTF_8);
    assertThat(catchThrowableOfType(CosmosException.class, () -> PatchBody.parse(more)))
        .hasMessageContaining("it has more than 250000 values");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // add
        "{'a':1}|[{'op':'add','path':'/b','value':2}]|{'a':1,'b':2}",
        "{'a':1,'b':1}|[{'op':'add','path':'/a','value':{'x':[]}}]|{'a':{'x':[]},'b':1}",
        "{'a':1}|[{'op':'add','path':'/b','value':null}]|{'a':1,'b':null}",
        "{'l':[1,2]}|[{'op':'add','path':'/l/0','value':0}]|{'l':[0,1,2]}",
        "{'l':[1,2]}|[{'op':'add','path':'/l/2','value':3}]|{'l':[1,2,3]}",
        "{'l':[1,2]}|[{'op':'add','path':'/l/-','value':3}]|{'l':[1,2,3]}",
        "{'l':[]}|[{'op':'add','path':'/l/-','value':3}]|{'l':[3]}",
        "{'a':[{'b':{}}]}|[{'op':'add','path':'/a/0/b/c','value':'x'}]|{'a':[{'b':{'c':'x'}}]}",
        "{'a':{}}|[{'op':'add','path':'/a/-','value':1}]|{'a':{'-':1}}",
        "{'a':{}}|[{'op':'add','path':'/a/0','value':1}]|{'a':{'0':1}}",
        // set
        "{'a':1}|[{'op':'set','path':'/b','value':2}]|{'a':1,'b':2}",
        "{'a':1,'b':2}|[{'op':'set','path':'/a','value':3}]|{'a':3,'b':2}",
        "{'l':[1,2]}|[{'op':'set','path':'/l/0','value':0}]|{'l':[0,2]}",
        "{'l':[1,2]}|[{'op':'set','path':'/l/-','value':3}]|{'l':[1,2,3]}",
        "{'a':1}|[{'op':'set','path':'/ttl','value':60}]|{'a':1,'ttl':60}",
        "{'a':1}|[{'op':'set','path':'/','value':60}]|{'a':1,'':60}",
        // replace
        "{'a':1,'b':2}|[{'op':'replace','path':'/a','value':[]}]|{'a':[],'b':2}",
        "{'l':[1,{'x':1}]}|[{'op':'replace','path':'/l/1/x','value':2}]|{'l':[1,{'x':2}]}",
        "{'l':[1,2]}|[{'op':'replace','path':'/l/1','value':3}]|{'l':[1,3]}",
        "{'a':null}|[{'op':'replace','path':'/a','value':1}]|{'a':1}",
        // remove
        "{'a':1,'b':2,'c':3}|[{'op':'remove','path':'/b'}]|{'a':1,'c':3}",
        "{'l':[1,2,3]}|[{'op':'remove','path':'/l/1'}]|{'l':[1,3]}",
        "{'a':{'b':1}}|[{'op':'remove','path':'/a/b'}]|{'a':{}}",
        "{'a':null}|[{'op':'remove','path':'/a'}]|{}",
        // increment
        "{'n':1}|[{'op':'incr','path':'/n','value':2}]|{'n':3}",
        "{'n':1}|[{'op':'increment','path':'/n','value':-2}]|{'n':-1}",
        "{'n':1}|[{'op':'incr','path':'/n','value':0.5}]|{'n':1.5}",
        "{'n':1.5}|[{'op':'incr','path':'/n','value':0.5}]|{'n':2}",
        "{'n':2147483647}|[{'op':'incr','path':'/n','value':1}]|{'n':2147483648}",
        "{'n':9223372036854775807}|[{'op':'incr','path':'/n','value':1}]|{'n':9223372036854775808}",
        "{'n':-9223372036854775808}|[{'op':'incr','path':'/n','value':-1}]|"
            + "{'n':-9223372036854775809}",
        "{'a':1}|[{'op':'incr','path':'/n','value':5}]|{'a':1,'n':5}",
        "{'l':[1,2]}|[{'op':'incr','path':'/l/1','value':5}]|{'l':[1,7]}",
        // move
        "{'a':1,'b':2}|[{'op':'move','from':'/a','path':'/c'}]|{'b':2,'c':1}",
        "{'a':1,'b':2}|[{'op':'move','from':'/a','path':'/b'}]|{'b':1}",
        "{'l':[1,2,3]}|[{'op':'move','from':'/l/0','path':'/l/2'}]|{'l':[2,3,1]}",
        "{'l':[1,2,3]}|[{'op':'move','from':'/l/2','path':'/x'}]|{'l':[1,2],'x':3}",
        "{'a':{'b':{'c':1}}}|[{'op':'move','from':'/a/b/c','path':'/a/d'}]|{'a':{'b':{},'d':1}}",
        "{'a':1}|[{'op':'move','from':'/a','path':'/a'}]|{'a':1}",
        // names
        "{'a/b':1,'m~n':2}|[{'op':'remove','path':'/a~1b'},{'op':'remove','path':'/m~0n'}]|{}",
        "{'~1':1}|[{'op':'set','path':'/~01','value':2}]|{'~1':2}",
        "{'x':{'id':1}}|[{'op':'set','path':'/x/id','value':2}]|{'x':{'id':2}}",
        // several
        "{}|[{'op':'set','path':'/a','value':{}},{'op':'add','path':'/a/b','value':[]},"
            + "{'op':'add','path':'/a/b/-','value':1},{'op':'incr','path':'/a/b/0','value':1}]"
            + "|{'a':{'b':[2]}}",
      })
  void operationsChangeTheItem(String before, String operations, String after) {
    byte[] bson = bson(before);
    byte[] copy = bson.clone();
    PatchBody patch = PatchBody.parse(json(operations));
    assertThat(BsonBytes.decode(patch.apply(bson)).toJson())
        .isEqualTo(BsonBytes.decode(bson(after)).toJson());
    assertThat(bson).isEqualTo(copy);
    // A second time, on the same item: what the first put in was a copy.
    assertThat(patch.apply(bson)).isEqualTo(bson(after));
    PatchBody inObject = PatchBody.parse(json("{'operations':" + operations + "}"));
    assertThat(inObject.apply(bson)).isEqualTo(bson(after));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'op':'replace','path':'/x','value':1}|there is no '/x'",
        "{'op':'replace','path':'/l/3','value':1}|there is no '/l/3'",
        "{'op':'replace','path':'/l/-','value':1}|there is no '/l/-'",
        "{'op':'remove','path':'/x'}|there is no '/x'",
        "{'op':'remove','path':'/l/3'}|there is no '/l/3'",
        "{'op':'remove','path':'/l/01'}|there is no '/l/01'",
        "{'op':'remove','path':'/l/-1'}|there is no '/l/-1'",
        "{'op':'remove','path':'/o/x'}|there is no '/o/x'",
        "{'op':'add','path':'/x/y','value':1}|no path found beyond: 'x'",
        "{'op':'set','path':'/x/y','value':1}|no path found beyond: 'x'",
        "{'op':'set','path':'/n/y','value':1}|no path found beyond: 'n'",
        "{'op':'incr','path':'/x/y','value':1}|no path found beyond: 'x'",
        "{'op':'remove','path':'/x/y'}|no path found beyond: 'x'",
        "{'op':'add','path':'/l/4','value':1}|no place in the array for '/l/4'",
        "{'op':'set','path':'/l/4','value':1}|no place in the array for '/l/4'",
        "{'op':'add','path':'/l/x','value':1}|no place in the array for '/l/x'",
        "{'op':'add','path':'/l/99999999999','value':1}|no place in the array",
        "{'op':'incr','path':'/s','value':1}|can only be performed on a number, not on '/s'",
        "{'op':'incr','path':'/l','value':1}|can only be performed on a number",
        "{'op':'incr','path':'/z','value':1}|can only be performed on a number",
        "{'op':'incr','path':'/l/3','value':1}|finds no element at '/l/3'",
        "{'op':'incr','path':'/huge','value':1.7e308}|a number that is too large",
        "{'op':'move','from':'/x','path':'/y'}|there is no '/x'",
        "{'op':'move','from':'/n','path':'/x/y'}|no path found beyond: 'x'",
      })
  void whatCannotBeDoneIsRefused(String operation, String why) {
    byte[] bson = bson("{'n':1,'s':'x','z':null,'l':[1,2,3],'o':{},'huge':1.7e308}");
    PatchBody patch =
        PatchBody.parse(json("[{'op':'set','path':'/first','value':1}," + operation + "]"));
    assertThat(refusal(() -> patch.apply(bson))).startsWith("For Operation(2): ").contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|must be an array of operations",
        "5|must be an array of operations",
        "{'operations':{}}|must be an array of operations",
        "[]|1 to 10 operations, not 0",
        "{'operations':[]}|1 to 10 operations, not 0",
        "{'operations':[{'op':'remove','path':'/a'}],'condition':5}|condition of a patch must be a",
        "[5]|For Operation(1): it must be an object",
        "[{'path':'/a'}]|the property 'op' must be a string",
        "[{'op':'remove'}]|the property 'path' must be a string",
        "[{'op':'remove','path':5}]|the property 'path' must be a string",
        "[{'op':'copy','path':'/a'}]|'copy' is not an operation",
        "[{'op':'set','path':'/a'}]|the property 'value' is missing",
        "[{'op':'incr','path':'/a','value':'1'}]|the value of incr must be a number",
        "[{'op':'incr','path':'/a','value':null}]|the value of incr must be a number",
        "[{'op':'move','path':'/a'}]|the property 'from' must be a string",
        "[{'op':'move','from':'/a','path':'/a/b'}]|cannot move into itself",
        "[{'op':'remove','path':''}]|names the whole item",
        "[{'op':'move','from':'','path':'/a'}]|names the whole item",
        "[{'op':'remove','path':'a'}]|must start with a slash",
        "[{'op':'remove','path':'/a~'}]|after ~ there must be 0 or 1",
        "[{'op':'remove','path':'/a~2'}]|after ~ there must be 0 or 1",
        "[{'op':'set','path':'/a\\u0000','value':1}]|U+0000",
        "[{'op':'set','path':'/a'}|not valid JSON",
      })
  void malformedPatchesAreRefused(String body, String why) {
    assertThat(refusal(() -> PatchBody.parse(json(body)))).contains(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "_ts", "_etag", "_rid", "_self", "_attachments"})
  void whatTheServerOwnsCannotBePatched(String name) {
    for (String operation :
        new String[] {
          "{'op':'set','path':'/%s','value':'x'}",
          "{'op':'add','path':'/%s/a','value':'x'}",
          "{'op':'remove','path':'/%s'}",
          "{'op':'incr','path':'/%s','value':1}",
          "{'op':'move','from':'/%s','path':'/x'}",
          "{'op':'move','from':'/x','path':'/%s'}"
        }) {
      byte[] body = json("[" + String.format(operation, name) + "]");
      assertThat(refusal(() -> PatchBody.parse(body)))
          .contains("the property '" + name + "' cannot be patched");
    }
  }

  @Test
  void tenOperationsAreTheMost() {
    String operation = "{'op':'incr','path':'/n','value':1}";
    PatchBody ten = PatchBody.parse(json("[" + (operation + ",").repeat(9) + operation + "]"));
    assertThat(ten.operations()).isEqualTo(10);
    assertThat(ten.apply(bson("{}"))).isEqualTo(bson("{'n':10}"));
    byte[] eleven = json("[" + (operation + ",").repeat(10) + operation + "]");
    assertThat(refusal(() -> PatchBody.parse(eleven))).contains("1 to 10 operations, not 11");
  }

  @Test
  void aPatchHasAConditionAndPaths() {
    PatchBody patch =
        PatchBody.parse(
            json(
                "{'operations':[{'op':'move','from':'/a~1b','path':'/c'},"
                    + "{'op':'remove','path':'/d/0'}],'condition':'from c where c.x = 1'}"));
    assertThat(patch.condition()).isEqualTo("from c where c.x = 1");
    assertThat(patch.paths()).containsExactly("/c", "/a~1b", "/d/0");
    byte[] without = json("{'condition':null,'operations':[{'op':'remove','path':'/d'}]}");
    assertThat(PatchBody.parse(without).condition()).isNull();
  }

  @Test
  void otherPropertiesKeepTheirOrderAndTypes() {
    BsonDocument document =
        new BsonDocument("z", new BsonInt64(1))
            .append("oid", new BsonObjectId(new ObjectId()))
            .append("date", new BsonDateTime(5))
            .append("a", new BsonInt64(7));
    PatchBody patch = PatchBody.parse(json("[{'op':'incr','path':'/a','value':1}]"));
    BsonDocument expected = document.clone().append("a", new BsonInt64(8));
    assertThat(patch.apply(BsonBytes.encode(document))).isEqualTo(BsonBytes.encode(expected));
  }

  @Test
  void patchesCannotNestTooDeep() {
    byte[] bson = bson("{'a':".repeat(100) + "{}" + "}".repeat(100));
    String path = "/a".repeat(100) + "/b";
    String fits = "[".repeat(27) + "]".repeat(27);
    assertThat(PatchBody.parse(set(path, fits)).apply(bson)).isNotEmpty();
    PatchBody deep = PatchBody.parse(set(path, "[" + fits + "]"));
    assertThat(refusal(() -> deep.apply(bson))).contains("deeper than 128 levels");
    byte[] longPath = set("/a".repeat(129), "1");
    assertThat(refusal(() -> PatchBody.parse(longPath))).contains("too many parts");
  }

  private static byte[] set(String path, String value) {
    return json("[{'op':'set','path':'" + path + "','value':" + value + "}]");
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  private static byte[] bson(String text) {
    return BsonBytes.encode(Json.parse(json(text)));
  }

  private static String refusal(ThrowingCallable call) {
    CosmosException e = catchThrowableOfType(CosmosException.class, call);
    assertThat(e).isNotNull();
    assertThat(e.status()).isEqualTo(400);
    return e.getMessage();
  }
}
