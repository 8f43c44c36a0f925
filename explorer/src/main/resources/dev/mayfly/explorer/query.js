// Queries: Cosmos SQL with highlighting and completion, MongoDB filters and pipelines.
import { html, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, currentContainer } from './state.js';
import { cell, count } from './format.js';

const KEYWORDS = ('SELECT DISTINCT TOP VALUE FROM IN JOIN WHERE AND OR NOT EXISTS BETWEEN LIKE ESCAPE ORDER BY ASC DESC '
  + 'GROUP OFFSET LIMIT AS ARRAY UNDEFINED NULL TRUE FALSE').split(' ');
const FUNCTIONS = ('ABS ARRAY_CONTAINS ARRAY_LENGTH AVG CEILING CONCAT CONTAINS COUNT DateTimeToTimestamp ENDSWITH FLOOR '
  + 'GetCurrentDateTime GetCurrentTimestamp IS_ARRAY IS_DEFINED IS_NULL IS_NUMBER IS_OBJECT IS_STRING LEFT LENGTH LOWER '
  + 'MAX MIN POWER REGEXMATCH REPLACE RIGHT ROUND STARTSWITH ST_DISTANCE SUBSTRING SUM ToString TRIM UPPER').split(' ');
const OPERATORS = ('$addFields $and $avg $count $elemMatch $eq $exists $expr $facet $first $group $gt $gte $in $last $limit $lookup '
  + '$lt $lte $match $max $min $ne $nin $not $or $project $push $regex $set $size $skip $sort $sum $type $unwind').split(' ');
const MONGO_ROWS_MAX = 100;
const TOKEN = /("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(--[^\n]*)|(\b\d+(?:\.\d+)?\b)|([A-Za-z_$][\w$]*)/g;
const HISTORY_MAX = 20;

let text = '';
let mode = 'sql';
let result = null;
let error = null;
let running = false;
let shape = 'table';
let paths = [];
let completion = null;

export function enter() {
  const mongo = currentContainer()?.api === 'mongodb';
  mode = mongo ? 'filter' : 'sql';
  text = history()[0]?.mode === mode ? history()[0].text : start();
  result = null;
  error = null;
  completion = null;
  learnPaths();
}

const start = () => (mode === 'sql' ? 'SELECT * FROM c' : mode === 'filter' ? '{}' : '[\n  {"$match": {}}\n]');
const historyKey = () => `history ${state.route.database}/${state.route.container}`;

function history() {
  try {
    return JSON.parse(sessionStorage.getItem(historyKey())) || [];
  } catch {
    return [];
  }
}

function remember() {
  const list = [{ mode, text }, ...history().filter((h) => h.text !== text)].slice(0, HISTORY_MAX);
  try {
    sessionStorage.setItem(historyKey(), JSON.stringify(list));
  } catch {
    // Without storage there is no history.
  }
}

/** The paths of some items are what completion offers. */
async function learnPaths() {
  const c = currentContainer();
  paths = [];
  if (!c) return;
  const mongo = c.api === 'mongodb';
  const sample = mongo
    ? api.mongo(c.database, { find: c.container, limit: 20, batchSize: 20 }).then((a) => a.cursor.firstBatch)
    : api.query(c, 'SELECT TOP 20 * FROM c', { max: 20 }).then((a) => a.body.Documents);
  const found = new Set();
  const walk = (value, prefix, depth) => {
    for (const [name, inner] of Object.entries(value)) {
      if (!/^[A-Za-z_]\w*$/.test(name)) continue;
      const path = prefix ? `${prefix}.${name}` : name;
      found.add(path);
      if (inner && typeof inner === 'object' && !Array.isArray(inner) && depth < 3) walk(inner, path, depth + 1);
    }
  };
  (await sample.catch(() => [])).forEach((item) => walk(item, mongo ? '' : 'c', 0));
  paths = [...found].sort();
  // Who types already gets what was not known a moment ago.
  const area = document.getElementById('query');
  if (area && document.activeElement === area) {
    complete(area);
    update();
  }
}

async function run() {
  const c = currentContainer();
  running = true;
  error = null;
  update();
  const began = performance.now();
  try {
    result = mode === 'sql' ? await runSql(c) : await runMongo(c);
    result.millis = Math.round(performance.now() - began);
    remember();
  } catch (e) {
    result = null;
    error = e.message;
  }
  running = false;
  update();
}

async function runSql(c, continuation, soFar = []) {
  const answer = await api.query(c, text, { continuation, max: 100, metrics: true });
  return {
    rows: [...soFar, ...answer.body.Documents],
    next: answer.headers['x-ms-continuation'] || null,
    charge: answer.headers['x-ms-request-charge'],
    metrics: metrics(answer.headers['x-ms-documentdb-query-metrics']),
    indexes: indexes(answer.headers['x-ms-cosmos-index-utilization']),
  };
}

const metrics = (line) => (line ? line.split(';').filter(Boolean).map((m) => m.split('=')) : []);

function indexes(encoded) {
  if (!encoded) return null;
  try {
    return encoded.trim().startsWith('{') ? JSON.parse(encoded) : JSON.parse(atob(encoded));
  } catch {
    return encoded;
  }
}

async function runMongo(c) {
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (e) {
    throw new Error(`This is not JSON: ${e.message}`);
  }
  const command = mode === 'filter'
    ? { find: c.container, filter: parsed, limit: MONGO_ROWS_MAX, batchSize: MONGO_ROWS_MAX }
    : { aggregate: c.container, pipeline: parsed, cursor: { batchSize: MONGO_ROWS_MAX } };
  const answer = await api.mongo(c.database, command);
  const rows = answer.cursor.firstBatch;
  return { rows, next: null, cut: rows.length === MONGO_ROWS_MAX, metrics: [], indexes: null, command };
}

/** Runs the command once more, and shows what it read and by which index. */
async function explain(c) {
  try {
    const found = await api.mongo(c.database, { explain: result.command, verbosity: 'executionStats' });
    const stats = found.executionStats ?? found.stages?.[0]?.$cursor?.executionStats;
    result.metrics = stats ? [['Documents returned', stats.nReturned], ['Documents examined', stats.totalDocsExamined],
      ['Index keys examined', stats.totalKeysExamined], ['Milliseconds', stats.executionTimeMillis]] : [];
    result.indexes = found.queryPlanner?.winningPlan ?? found.stages ?? found;
  } catch (e) {
    error = e.message;
  }
  update();
}

/** The names of the indexes that a query used, and of those that would have helped. */
function indexLists(found) {
  const names = (part) => ['SingleIndexes', 'CompositeIndexes'].flatMap((kind) => (found[part + kind] || [])
    .map((i) => [].concat(i.IndexDocumentExpression ?? i.IndexSpecs ?? i.IndexSpec ?? JSON.stringify(i)).join(', ')));
  return { used: names('Utilized'), wanted: names('Potential') };
}

function highlighted() {
  const parts = [];
  let last = 0;
  for (const m of text.matchAll(TOKEN)) {
    parts.push(text.slice(last, m.index));
    const kind = m[1] ? 'str' : m[2] ? 'com' : m[3] ? 'num' : word(m[4]);
    parts.push(kind ? html`<span class=${kind}>${m[0]}</span>` : m[0]);
    last = m.index + m[0].length;
  }
  parts.push(text.slice(last), '\n');
  return parts;
}

function word(name) {
  const upper = name.toUpperCase();
  if (mode === 'sql' && KEYWORDS.includes(upper)) return 'key';
  if (name.startsWith('$') || (mode === 'sql' && FUNCTIONS.some((f) => f.toUpperCase() === upper))) return 'fun';
  return mode !== 'sql' && ['true', 'false', 'null'].includes(name) ? 'key' : '';
}

function complete(area) {
  const upTo = text.slice(0, area.selectionStart);
  const begun = upTo.match(/[\w.$]+$/)?.[0] || '';
  const found = [...paths, ...(mode === 'sql' ? [...KEYWORDS, ...FUNCTIONS] : OPERATORS)]
    .filter((w) => begun && w.toLowerCase().startsWith(begun.toLowerCase()) && w !== begun).slice(0, 8);
  completion = found.length ? { begun, found, selected: 0, at: area.selectionStart } : null;
}

/** Below the word that is being completed; lines that are wrapped are taken for one. */
function caretPlace() {
  const upTo = text.slice(0, completion.at - completion.begun.length);
  const row = upTo.split('\n').length;
  const column = Math.min(40, upTo.length - upTo.lastIndexOf('\n') - 1);
  return `left: calc(1rem + ${column}ch); top: calc(.9rem + ${row} * 21.7px)`;
}

function accept(area, chosen) {
  const from = completion.at - completion.begun.length;
  text = text.slice(0, from) + chosen + text.slice(completion.at);
  completion = null;
  area.value = text;
  area.focus();
  area.setSelectionRange(from + chosen.length, from + chosen.length);
  update();
}

function onKey(event) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    completion = null;
    run();
  } else if (completion && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : completion.found.length - 1;
    completion.selected = (completion.selected + step) % completion.found.length;
    update();
  } else if (completion && event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    accept(event.target, completion.found[completion.selected]);
  } else if (completion && event.key === 'Escape') {
    event.preventDefault();
    completion = null;
    update();
  } else if (event.key === ' ' && event.ctrlKey) {
    event.preventDefault();
    complete(event.target);
    update();
  }
}

export function view() {
  const c = currentContainer();
  const area = () => document.getElementById('query');
  return html`<section class="query">
    <div class="toolbar">
      ${c.api === 'mongodb' ? html`<div class="segments" role="group" aria-label="Kind of query">
        ${['filter', 'pipeline'].map((m) => html`<button aria-pressed=${mode === m}
          @click=${() => { mode = m; text = start(); update(); }}>${m === 'filter' ? 'Filter' : 'Pipeline'}</button>`)}</div>` : nothing}
      <span class="hint keys">Ctrl+Enter runs, Ctrl+Space completes</span>
      <span class="grow"></span>
      ${history().length ? html`<select aria-label="History" @change=${(e) => {
        const h = history()[Number(e.target.value)];
        if (h) { mode = h.mode; text = h.text; update(); }
        e.target.value = '';
      }}><option value="">History</option>${history().map((h, i) => html`<option value=${i}>${cell(h.text)}</option>`)}</select>` : nothing}
      <button class="primary" ?disabled=${running} @click=${run}>${running ? 'Running…' : 'Run'}</button>
    </div>
    <div class="codebox"><pre aria-hidden="true">${highlighted()}</pre>
      <textarea id="query" aria-label="Query" spellcheck="false" autocapitalize="off" .value=${text}
        aria-autocomplete="list" aria-controls=${completion ? 'completions' : nothing}
        aria-activedescendant=${completion ? `completion-${completion.selected}` : nothing}
        rows=${Math.max(4, Math.min(16, text.split('\n').length + 1))}
        @input=${(e) => { text = e.target.value; complete(e.target); update(); }}
        @keydown=${onKey} @blur=${() => setTimeout(() => { completion = null; update(); }, 150)}
        @scroll=${(e) => { e.target.previousElementSibling.scrollTop = e.target.scrollTop; }}></textarea>
      ${completion ? html`<ul id="completions" class="completion" role="listbox" aria-label="Completions" .style=${caretPlace()}>${completion.found.map((w, i) => html`
        <li role="option" id="completion-${i}" aria-selected=${i === completion.selected} @mousedown=${(e) => { e.preventDefault(); accept(area(), w); }}>${w}</li>`)}</ul>` : nothing}
    </div>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
    ${result ? results(c) : nothing}
  </section>`;
}

function results(c) {
  const { rows } = result;
  return html`<div class="toolbar results">
      <b id="result-count">${result.cut ? 'First ' : ''}${count(rows.length)}${result.next ? '+' : ''} ${rows.length === 1 && !result.next ? 'result' : 'results'}</b>
      <span class="hint">${result.charge ? `${result.charge} RU · ` : ''}${result.millis} ms</span>
      <span class="grow"></span>
      <div class="segments" role="group" aria-label="Shape of the results">${['table', 'json'].map((s) => html`
        <button aria-pressed=${shape === s} @click=${() => { shape = s; update(); }}>${s === 'table' ? 'Table' : 'JSON'}</button>`)}</div>
    </div>
    ${shape === 'json' ? html`<pre class="output" tabindex="0">${JSON.stringify(rows, null, 2)}</pre>` : table(rows)}
    ${result.next ? html`<p><button @click=${async () => {
      const more = await runSql(c, result.next, result.rows).catch((e) => { error = e.message; });
      if (more) result = { ...more, millis: result.millis };
      update();
    }}>Load more</button></p>` : nothing}
    ${result.command && !result.indexes ? html`<p><button @click=${() => explain(c)}>Explain</button>
      <span class="hint">runs it once more and shows what it read</span></p>` : nothing}
    ${result.metrics.length ? html`<details ?open=${Boolean(result.command)}><summary>Metrics</summary><dl class="pairs">${result.metrics.map(([n, v]) => html`
      <dt>${n}</dt><dd>${v}</dd>`)}</dl></details>` : nothing}
    ${result.indexes ? html`<details open><summary>Indexes used and wanted</summary>${indexView(result.indexes)}</details>` : nothing}`;
}

function indexView(found) {
  const raw = html`<pre class="output" tabindex="0">${typeof found === 'string' ? found : JSON.stringify(found, null, 2)}</pre>`;
  if (typeof found !== 'object' || !Object.keys(found).some((k) => /^(Utilized|Potential)/.test(k))) return raw;
  const { used, wanted } = indexLists(found);
  const list = (names, none) => (names.length ? names.map((n) => html`<code>${n}</code> `) : none);
  return html`<dl class="pairs"><dt>Used</dt><dd>${list(used, 'none: all items were read')}</dd>
    <dt>Wanted</dt><dd>${list(wanted, 'none')}</dd></dl>`;
}

function table(rows) {
  if (!rows.length) return html`<p class="empty">Nothing was found.</p>`;
  const objects = rows.every((r) => r && typeof r === 'object' && !Array.isArray(r));
  const names = objects ? [...new Set(rows.flatMap((r) => Object.keys(r)))]
    .filter((n) => !['_rid', '_self', '_etag', '_attachments'].includes(n)).slice(0, 12) : ['value'];
  const numeric = (n) => (rows.every((r) => ['number', 'undefined'].includes(typeof (objects ? r[n] : r))) ? 'num' : '');
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Results"><table>
    <thead><tr>${names.map((n) => html`<th scope="col" class=${numeric(n)}>${n}</th>`)}</tr></thead>
    <tbody>${rows.map((r) => html`<tr>${names.map((n) => html`<td class=${numeric(n)}>${cell(objects ? r[n] : r)}</td>`)}</tr>`)}</tbody></table></div>`;
}
