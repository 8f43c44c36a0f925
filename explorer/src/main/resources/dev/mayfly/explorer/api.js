// Requests to the server that the page came from.
export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const listeners = { offline: () => {}, online: () => {}, signIn: () => {} };
let csrf = '';
let isOffline = false;

export function onConnection(handlers) {
  Object.assign(listeners, handlers);
}

export function setCsrf(token) {
  csrf = token || '';
}

async function send(method, path, body) {
  const headers = { 'X-Mayfly-Csrf': csrf };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(path, { method, headers, body, cache: 'no-store' });
  } catch {
    if (!isOffline) {
      isOffline = true;
      listeners.offline();
    }
    throw new ApiError(0, 'The server does not answer.');
  }
  if (isOffline) {
    isOffline = false;
    listeners.online();
  }
  return response;
}

async function read(response) {
  const text = await response.text();
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ApiError(response.status, 'The answer of the server is not JSON.');
  }
  if (response.status === 401) listeners.signIn();
  if (!response.ok && response.status !== 503 || json.error) {
    throw new ApiError(response.status, json.error || `The server answered ${response.status}.`);
  }
  return json;
}

export const get = async (path) => read(await send('GET', path));
export const post = async (path, body) =>
  read(await send('POST', path, body === undefined ? undefined : JSON.stringify(body)));
export const remove = async (path) => read(await send('DELETE', path));
export const text = async (path) => (await send('GET', path)).text();

export const containerPath = (c) =>
  `/containers/${encodeURIComponent(c.database)}/${encodeURIComponent(c.container)}`;

const collectionLink = (c) =>
  `/dbs/${encodeURIComponent(c.database)}/colls/${encodeURIComponent(c.container)}`;

/** A request in the terms of Azure Cosmos DB; the answer has status, headers and body. */
export async function nosql(method, path, headers = {}, body) {
  const answer = await post('/explorer/nosql', {
    method, path, headers, body: body === undefined ? '' : JSON.stringify(body),
  });
  if (answer.status >= 400) {
    const message = (answer.body?.message || `The request failed with ${answer.status}.`)
      .replace(/^Message: /, '').replace(/\r?\nActivityId:.*$/s, '');
    throw new ApiError(answer.status, errorTexts(message));
  }
  return answer;
}

/** Messages of the service wrap what they say in a list of errors. */
function errorTexts(message) {
  const found = message.match(/\{"[Ee]rrors":\[.*\]\}/s);
  if (!found) return message;
  try {
    const list = Object.values(JSON.parse(found[0]))[0];
    return list.map((e) => (typeof e === 'string' ? e : e.message)).join(' ');
  } catch {
    return message;
  }
}

/** A command of MongoDB in extended JSON. */
export async function mongo(database, command) {
  const answer = await post('/explorer/mongodb', { database, command });
  if (answer.ok !== 1 && answer.ok?.$numberDouble !== '1.0') {
    throw new ApiError(400, answer.errmsg || 'The command failed.');
  }
  const failed = answer.writeErrors?.[0];
  if (failed) throw new ApiError(400, failed.errmsg);
  return answer;
}

export function query(c, sql, { continuation, max = 50, metrics = false } = {}) {
  const headers = {
    'x-ms-documentdb-isquery': 'true',
    'x-ms-documentdb-query-enablecrosspartition': 'true',
    'x-ms-max-item-count': String(max),
    'content-type': 'application/query+json',
  };
  if (continuation) headers['x-ms-continuation'] = continuation;
  if (metrics) {
    headers['x-ms-documentdb-populatequerymetrics'] = 'true';
    headers['x-ms-cosmos-populateindexmetrics'] = 'true';
  }
  return nosql('POST', `${collectionLink(c)}/docs`, headers, { query: sql, parameters: [] });
}

const partitionHeader = (c, item) => ({
  'x-ms-documentdb-partitionkey': JSON.stringify(c.partitionKey.map((path) => {
    let value = item;
    for (const name of path.slice(1).split('/')) value = value?.[name];
    return value === undefined || (typeof value === 'object' && value !== null) ? {} : value;
  })),
});

export const nosqlItems = {
  save: (c, item, before) => before
    ? nosql('PUT', `${collectionLink(c)}/docs/${encodeURIComponent(before.id)}`,
      { ...partitionHeader(c, before), 'if-match': before._etag }, item)
    : nosql('POST', `${collectionLink(c)}/docs`, partitionHeader(c, item), item),
  remove: (c, item) => nosql('DELETE', `${collectionLink(c)}/docs/${encodeURIComponent(item.id)}`,
    { ...partitionHeader(c, item), 'if-match': item._etag }),
  read: (c) => nosql('GET', collectionLink(c)),
  replaceContainer: (c, definition) => nosql('PUT', collectionLink(c), {}, definition),
};

/** The throughput of a container, or null. */
export async function offerOf(definition) {
  const answer = await nosql('POST', '/offers', {
    'x-ms-documentdb-isquery': 'true', 'content-type': 'application/query+json',
  }, { query: 'SELECT * FROM root WHERE root["resource"] = @link', parameters: [{ name: '@link', value: definition._self }] });
  return answer.body.Offers[0] ?? null;
}

export const replaceOffer = async (offer, content) =>
  (await nosql('PUT', `/offers/${offer.id}`, {}, { ...offer, content })).body;
