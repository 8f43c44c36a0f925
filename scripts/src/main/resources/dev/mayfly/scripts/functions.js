// Calls user-defined functions. Arguments and results are JSON texts.
(function () {
  'use strict';
  const TOGETHER_MILLIS = 20;
  const TOGETHER_CHARACTERS = 1 << 20;
  const parse = JSON.parse;
  const stringify = JSON.stringify;
  const apply = Reflect.apply;
  const now = Date.now;

  return {
    // One call; an empty text is undefined.
    one: function (body, texts) {
      const values = [];
      for (let i = 0; i < texts.length; i++) {
        values[i] = texts[i] === '' ? undefined : parse(texts[i]);
      }
      const result = stringify(apply(body, undefined, values));
      return result === undefined ? '' : result;
    },

    // The calls of a list, and the places in it that are undefined: a line for each result, up to
    // the first one that throws or is large, or to the end of the time. Who needs another result
    // makes that call alone.
    several: function (body, text) {
      const given = parse(text);
      const calls = given.calls;
      const missing = given.missing;
      for (let i = 0; i < missing.length; i += 2) {
        calls[missing[i]][missing[i + 1]] = undefined;
      }
      const end = now() + TOGETHER_MILLIS;
      let results = '';
      for (let i = 0; i < calls.length && results.length < TOGETHER_CHARACTERS; i++) {
        let result;
        try {
          result = stringify(apply(body, undefined, calls[i]));
        } catch (e) {
          break;
        }
        if (result !== undefined && result.length > TOGETHER_CHARACTERS) {
          break;
        }
        results += result === undefined ? '\n' : result + '\n';
        if (now() >= end) {
          break;
        }
      }
      return results;
    }
  };
})()
