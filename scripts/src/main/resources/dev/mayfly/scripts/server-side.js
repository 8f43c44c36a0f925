// The server-side API: what stored procedures and triggers find. `host` sends a call to the server
// and returns its answer, both as lists of texts.
(function (host, inputText) {
  'use strict';
  const parse = JSON.parse;
  const stringify = JSON.stringify;
  const ServiceError = Error;
  const input = parse(inputText);
  const queue = [];
  const PARAMETERS_MAX = 65000;
  const PAGE_SIZE = 100;
  let refused = false;
  let aborted = null;
  let log = '';

  function fail(number, message) {
    const error = new ServiceError(number, message);
    error.body = message;
    return error;
  }

  // Requests and responses.

  function message(values, writable) {
    const made = {};
    const known = (name) => {
      if (typeof name !== 'string' || !Object.prototype.hasOwnProperty.call(values, name)) {
        throw fail(400, 'Unknown name \'' + name + '\'.');
      }
    };
    const change = (name) => {
      known(name);
      if (writable.indexOf(name) < 0) {
        throw fail(403, 'The value of \'' + name + '\' can only be read.');
      }
    };
    const hidden = (name, value) => Object.defineProperty(made, name, {value});
    hidden('getValue', (name) => {
      known(name);
      return values[name];
    });
    hidden('setValue', (name, value) => {
      change(name);
      values[name] = value;
    });
    hidden('appendValue', (name, value) => {
      change(name);
      const before = values[name];
      values[name] = typeof before === 'string'
        ? before + (typeof value === 'string' ? value : stringify(value))
        : before + value;
    });
    for (const name of Object.keys(values)) {
      if (/^[A-Za-z]+$/.test(name)) {
        hidden('get' + name, () => made.getValue(name));
        if (writable.indexOf(name) >= 0) {
          hidden('set' + name, (value) => made.setValue(name, value));
          hidden('append' + name, (value) => made.appendValue(name, value));
        }
      }
    }
    return made;
  }

  const requestValues = Object.assign({}, input.request);
  const responseValues = Object.assign({}, input.response);
  const request = message(requestValues, input.kind === 'pre' ? ['Body'] : []);
  const response = input.kind === 'pre' ? undefined : message(responseValues, ['Body']);

  // Calls of the collection.

  function optionsOf(options, callback) {
    if (typeof options === 'function' && callback === undefined) {
      return [{}, options];
    }
    if (options !== undefined && options !== null && typeof options !== 'object') {
      throw fail(400, 'The options of a call must be an object.');
    }
    if (callback !== undefined && callback !== null && typeof callback !== 'function') {
      throw fail(400, 'The callback of a call must be a function.');
    }
    return [options || {}, callback || undefined];
  }

  function linkOf(link) {
    if (typeof link !== 'string' || link === '') {
      throw fail(400, 'The link of a call must be a text that is not empty.');
    }
    return link;
  }

  // Sends a call; undefined if it is not accepted. An answer is what became of it, what it returns as
  // JSON, and where to resume.
  function send(operation, link, body, options) {
    if (aborted) {
      throw aborted.error;
    }
    if (refused) {
      return undefined;
    }
    const answer = host(operation, link, body, stringify(options));
    const status = Number(answer[0]);
    if (status === 0) {
      refused = true;
      return undefined;
    }
    return {status, body: answer[1], continuation: answer[2]};
  }

  function complete(operation, link, body, options, callback, resultOf) {
    const answer = send(operation, link, body, options);
    if (answer === undefined) {
      return false;
    }
    if (answer.status >= 400) {
      const error = fail(answer.status, answer.body);
      if (callback === undefined) {
        throw error;
      }
      queue.push(() => callback(error, undefined, {statusCode: answer.status}));
      return true;
    }
    const about = {
      statusCode: answer.status,
      currentCollectionSizeInMB: input.usage,
      maxCollectionSizeInMB: input.quota,
      notModified: answer.status === 304
    };
    if (answer.continuation !== '') {
      about.continuation = answer.continuation;
    }
    if (callback !== undefined) {
      const values = resultOf(answer, about);
      queue.push(() => callback.apply(undefined, values));
    }
    return true;
  }

  const withResult = (answer, about) =>
    [undefined, answer.body === '' ? undefined : parse(answer.body), about];

  function bodyOf(body) {
    const value = typeof body === 'string' ? textOf(body) : body;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw fail(400, 'The document must be an object or the JSON text of one.');
    }
    return value;
  }

  function textOf(text) {
    try {
      return parse(text);
    } catch (e) {
      throw fail(400, 'The document is no JSON text.');
    }
  }

  function newId() {
    const hex = '0123456789abcdef';
    let id = '';
    for (let i = 0; i < 36; i++) {
      id += i === 8 || i === 13 || i === 18 || i === 23 ? '-'
        : i === 14 ? '4' : hex[Math.floor(Math.random() * 16)];
    }
    return id;
  }

  function withId(body, options) {
    return body.id || options.disableAutomaticIdGeneration === true
      ? body
      : Object.assign({}, body, {id: newId()});
  }

  function writing(operation, automaticId) {
    return function (link, body, options, callback) {
      const [about, back] = optionsOf(options, callback);
      const document = bodyOf(body);
      const sent = automaticId ? withId(document, about) : document;
      return complete(operation, linkOf(link), stringify(sent), about, back, withResult);
    };
  }

  function feed(operation, link, query, options, callback) {
    const [about, back] = optionsOf(options, callback);
    return complete(operation, linkOf(link), query, about, back, withResult);
  }

  function queryOf(query) {
    if (typeof query === 'string') {
      return stringify({query});
    }
    if (query === null || typeof query !== 'object' || typeof query.query !== 'string') {
      throw fail(400, 'A query must be a text, or an object with the text in \'query\'.');
    }
    return stringify({query: query.query, parameters: query.parameters || []});
  }

  const collection = {
    getSelfLink: () => input.selfLink,
    getAltLink: () => input.altLink,
    createDocument: writing('create', true),
    upsertDocument: writing('upsert', true),
    replaceDocument: writing('replace', false),
    readDocument: function (link, options, callback) {
      const [about, back] = optionsOf(options, callback);
      return complete('read', linkOf(link), '', about, back, withResult);
    },
    deleteDocument: function (link, options, callback) {
      const [about, back] = optionsOf(options, callback);
      return complete('delete', linkOf(link), '', about, back,
          (answer, said) => [undefined, said]);
    },
    queryDocuments: function (link, query, options, callback) {
      return feed('query', link, queryOf(query), options, callback);
    },
    readDocuments: function (link, options, callback) {
      return feed('query', link, queryOf('SELECT * FROM root r'), options, callback);
    }
  };

  // The integrated query API: pages of documents, and functions over them.

  const STEPS = {
    filter: (predicate) => {
      requireFunction(predicate);
      return {onto: 'fewer', apply: (rows) => rows.filter((row) => predicate(row))};
    },
    map: (transform) => {
      requireFunction(transform);
      return {onto: 'fewer', apply: (rows) => rows.map((row) => transform(row))
          .filter((row) => row !== undefined)};
    },
    pluck: (name) => ({
      onto: 'fewer',
      apply: (rows) => rows.map((row) => row === null || row === undefined ? undefined : row[name])
          .filter((row) => row !== undefined)
    }),
    flatten: (shallow) => ({onto: 'more', apply: (rows) => rows.flat(shallow === true ? 1 : 100)}),
    sortBy: (key) => sorting(key, 1),
    sortByDescending: (key) => sorting(key, -1),
    unwind: (inner, result) => {
      requireFunction(inner);
      if (inner.length !== 1 || result !== undefined
          && (typeof result !== 'function' || result.length < 2)) {
        throw fail(400, 'unwind takes a function of one parameter, and one of at least two.');
      }
      return {onto: 'more', apply: (rows) => rows.flatMap((row) => {
        const parts = inner(row);
        return !Array.isArray(parts) ? []
          : result === undefined ? parts : parts.map((part) => result(row, part));
      })};
    }
  };

  function requireFunction(value) {
    if (typeof value !== 'function') {
      throw fail(400, 'A function is expected here.');
    }
  }

  function sorting(key, direction) {
    requireFunction(key);
    const rank = (value) => value === undefined ? 0 : value === null ? 1
      : typeof value === 'boolean' ? 2 : typeof value === 'number' ? 3
        : typeof value === 'string' ? 4 : 5;
    const compare = (a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
    return {onto: 'all', apply: (rows) => rows
        .map((row, place) => ({row, place, value: key(row)}))
        .sort((a, b) => direction * compare(a.value, b.value) || a.place - b.place)
        .map((each) => each.row)};
  }

  function pageSizeOf(options) {
    const size = Number(options.pageSize);
    return size >= 1 ? Math.floor(size) : size === -1 ? 1000 : PAGE_SIZE;
  }

  function fetch(size, continuation) {
    const options = {pageSize: size};
    if (continuation !== undefined && continuation !== null && continuation !== '') {
      options.continuation = continuation;
    }
    const answer = send('query', input.altLink, queryOf('SELECT * FROM root r'), options);
    if (answer !== undefined && answer.status >= 400) {
      throw fail(answer.status, answer.body);
    }
    return answer;
  }

  // A sorted result is cut into pages by number: all of it is read for each page.
  function sorted(steps, options) {
    const from = options.continuation ? Number(options.continuation) : 0;
    if (!(from >= 0)) {
      throw fail(400, 'The continuation is not of this query.');
    }
    let rows = [];
    let next;
    do {
      const page = fetch(1000, next);
      if (page === undefined) {
        return undefined;
      }
      rows = rows.concat(parse(page.body));
      next = page.continuation;
    } while (next !== '');
    const all = steps.reduce((before, step) => step.apply(before), rows);
    const end = from + pageSizeOf(options);
    return {rows: all.slice(from, end), continuation: end < all.length ? String(end) : ''};
  }

  function read(steps, options) {
    if (steps.some((step) => step.onto === 'all')) {
      return sorted(steps, options);
    }
    const onePage = steps.some((step) => step.onto === 'more');
    const size = pageSizeOf(options);
    let rows = [];
    let next = options.continuation;
    do {
      const page = fetch(size - rows.length, next);
      if (page === undefined) {
        return undefined;
      }
      rows = rows.concat(steps.reduce((before, step) => step.apply(before), parse(page.body)));
      next = page.continuation;
    } while (!onePage && next !== '' && rows.length < size);
    return {rows, continuation: next};
  }

  function evaluate(steps, options, callback) {
    const [about, back] = optionsOf(options, callback);
    if (back === undefined && response === undefined) {
      throw fail(400, 'A query without a callback sets the response, which a pre-trigger has not.');
    }
    const found = read(steps, about);
    if (found === undefined) {
      return {isAccepted: false};
    }
    if (back === undefined) {
      response.appendValue('Body', stringify(found.rows));
    } else {
      const said = {statusCode: 200};
      if (found.continuation !== '') {
        said.continuation = found.continuation;
      }
      queue.push(() => back(undefined, found.rows, said));
    }
    return {isAccepted: true};
  }

  // How many arguments of a step are its own; what follows are options and callback.
  const ARGUMENTS = {filter: 1, map: 1, pluck: 1, sortBy: 1, sortByDescending: 1};

  function ownArguments(name, given) {
    if (name === 'flatten') {
      return typeof given[0] === 'boolean' ? 1 : 0;
    }
    if (name === 'unwind') {
      return typeof given[1] === 'function' && given[1].length >= 2 ? 2 : 1;
    }
    return ARGUMENTS[name];
  }

  function chain(steps) {
    const made = {};
    for (const name of Object.keys(STEPS)) {
      made[name] = function () {
        const own = ownArguments(name, arguments);
        if (arguments.length > own && arguments[own] !== undefined) {
          throw fail(400, 'Options and callback belong to value() at the end of a chain.');
        }
        return chain(steps.concat([STEPS[name].apply(undefined, arguments)]));
      };
    }
    made.value = (options, callback) => evaluate(steps, options, callback);
    return made;
  }

  for (const name of Object.keys(STEPS)) {
    collection[name] = function () {
      const own = ownArguments(name, arguments);
      const given = Array.prototype.slice.call(arguments);
      return evaluate([STEPS[name].apply(undefined, given.slice(0, own))], given[own],
          given[own + 1]);
    };
  }
  collection.chain = () => chain([]);

  function spatial(name, first, second) {
    const query = {
      query: 'SELECT VALUE ' + name + (second === undefined ? '(@a)' : '(@a, @b)'),
      parameters: [{name: '@a', value: first}, {name: '@b', value: second}]
    };
    const answer = send('query', input.altLink, stringify(query), {});
    if (answer === undefined || answer.status >= 400) {
      throw fail(answer === undefined ? 403 : answer.status, answer === undefined
        ? 'The script has used up its time.' : answer.body);
    }
    return parse(answer.body)[0];
  }
  collection.spatial = {
    distance: (a, b) => spatial('ST_DISTANCE', a, b),
    intersects: (a, b) => spatial('ST_INTERSECTS', a, b),
    within: (a, b) => spatial('ST_WITHIN', a, b),
    isValid: (a) => spatial('ST_ISVALID', a),
    isValidDetailed: (a) => spatial('ST_ISVALIDDETAILED', a)
  };

  // What scripts see.

  const context = {
    getCollection: () => collection,
    getRequest: () => request,
    abort: (error) => {
      aborted = {error: error === undefined ? fail(400, 'The script was aborted.') : error};
      throw aborted.error;
    }
  };
  if (response !== undefined) {
    context.getResponse = () => response;
  }
  const shortcut = Object.create(collection);
  shortcut.request = request;
  if (response !== undefined) {
    shortcut.response = response;
  }
  const console = {
    log: function (format) {
      if (!input.logging) {
        return;
      }
      if (arguments.length > 1 && typeof format !== 'string') {
        throw fail(400, 'The first of several arguments of console.log must be a text.');
      }
      let next = 1;
      const given = arguments;
      const line = given.length < 2 ? String(format)
        : format.replace(/%[s%]/g, (mark) => mark === '%%' ? '%'
          : next < given.length ? String(given[next++]) : mark);
      if (log.length + line.length <= input.logCharacters) {
        log += line;
      }
    }
  };
  const set = (name, value) => Object.defineProperty(globalThis, name,
      {value, writable: true, configurable: true, enumerable: false});
  set('getContext', () => context);
  set('__', shortcut);
  set('console', console);

  function parameters() {
    if (input.parameters === '') {
      return [];
    }
    const bad = (text) => ({parameters: text});
    let value;
    try {
      value = parse(input.parameters);
    } catch (e) {
      throw bad('The parameters of a stored procedure must be a JSON array.');
    }
    if (value === null) {
      return [];
    }
    if (typeof value !== 'object') {
      throw bad('The parameters of a stored procedure must be a JSON array.');
    }
    const length = Math.trunc(Number(value.length));
    if (!(length > 0)) {
      return [];
    }
    if (length > PARAMETERS_MAX) {
      throw bad('A stored procedure takes at most ' + PARAMETERS_MAX + ' parameters.');
    }
    const list = [];
    for (let i = 0; i < length; i++) {
      list[i] = value[i];
    }
    return list;
  }

  // What a script failed with: how, as a text, with which number, and what it had logged.
  function described(error) {
    const failure = aborted ? aborted.error : error;
    if (failure !== null && typeof failure === 'object' && failure.parameters) {
      return ['parameters', String(failure.parameters), 0, log];
    }
    const isError = failure !== null && typeof failure === 'object' && 'message' in failure;
    let text;
    try {
      text = isError ? (failure.name || 'Error') + ': ' + failure.message
        : typeof failure === 'string' ? failure : stringify(failure);
    } catch (e) {
      text = 'a value that has no text';
    }
    const number = isError ? Math.trunc(Number(failure.number)) : 0;
    return ['thrown', String(text), number > -2147483648 && number < 2147483648 ? number : 0, log];
  }

  return {
    start: (body) => {
      const given = parameters();
      if (typeof body !== 'function') {
        throw fail(400, 'The body of a script must be a function.');
      }
      Reflect.apply(body, undefined, given);
    },
    hasMore: () => queue.length > 0 && !aborted,
    step: () => queue.shift()(),
    described,
    finish: () => {
      if (aborted) {
        throw aborted.error;
      }
      const json = stringify(input.kind === 'pre' ? requestValues.Body : responseValues.Body);
      return ['done', json === undefined ? '""' : json, log];
    }
  };
})
