// Calls a user-defined function: arguments and result are JSON texts, and an empty one is undefined.
(function () {
  'use strict';
  const parse = JSON.parse;
  const stringify = JSON.stringify;
  const apply = Reflect.apply;
  return function (body, texts) {
    const values = [];
    for (let i = 0; i < texts.length; i++) {
      values[i] = texts[i] === '' ? undefined : parse(texts[i]);
    }
    const result = stringify(apply(body, undefined, values));
    return result === undefined ? '' : result;
  };
})()
