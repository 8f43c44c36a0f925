// Items of a container: a table in which the remaining time counts down, and an editor.
import { html, svg, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, attempt, notify, now, currentContainer } from './state.js';
import { cell, duration } from './format.js';

const PAGE = 50;
const COLUMNS_MAX = 6;
const SYSTEM = new Set(['_rid', '_self', '_etag', '_attachments', '_ts']);
const FADE_SECONDS = 2;

let rows = null;
let next = null;
let before = [];
let at = null;
let editing = null;

export function enter() {
  rows = null;
  before = [];
  load(null);
}

export function leave() {
  editing = null;
}

const isMongo = (c) => c.api === 'mongodb';

async function load(token) {
  const c = currentContainer();
  if (!c) return;
  at = token;
  await attempt(async () => {
    if (isMongo(c)) await loadMongo(c, token || 0);
    else await loadNosql(c, token);
  });
  update();
}

async function loadNosql(c, token) {
  const answer = await api.query(c, 'SELECT * FROM c', { continuation: token, max: PAGE });
  rows = answer.body.Documents.map((item) => {
    const deadline = deadlineOf(c, item);
    return { item, id: item.id, deadline, life: deadline === null ? null : deadline - item._ts };
  });
  next = answer.headers['x-ms-continuation'] || null;
}

/** When an item expires: by its own ttl or the default, if TTL is on; null for never. */
function deadlineOf(c, item) {
  if (c.defaultTtl === null) return null;
  const own = Number.isInteger(item.ttl) ? item.ttl : c.defaultTtl;
  return own === -1 ? null : item._ts + own;
}

const REMAINING = 'mayflyRemainingSeconds';

/** The server adds how long each document still has; the field is not shown as one of its own. */
async function loadMongo(c, skip) {
  const answer = await api.mongo(c.database, { find: c.container, filter: {}, skip, limit: PAGE, batchSize: PAGE,
    projection: { [REMAINING]: { $meta: REMAINING } } });
  const at = now();
  rows = answer.cursor.firstBatch.map(({ [REMAINING]: left, ...item }) => {
    const deadline = left === null || left === undefined ? null : at + Number(left);
    // A date may end it earlier or later than the times to live that are known here.
    const life = Number.isInteger(item.ttl) ? item.ttl : c.defaultTtl;
    return { item, id: mongoId(item._id), deadline, life: life >= left ? life : null };
  });
  next = rows.length === PAGE ? skip + PAGE : null;
}

const mongoId = (id) => (typeof id === 'string' ? id : id?.$oid ?? JSON.stringify(id));

/** New items and changes of others appear on the first page by themselves. */
export async function tick() {
  if (!rows) await load(null);
  else if (!editing && at === null && rows.length < PAGE) {
    const c = currentContainer();
    if (c && c.items !== rows.filter((r) => !isGone(r)).length) await load(null);
  }
}

const isGone = (row) => row.deadline != null && row.deadline <= now();

function columns() {
  const names = new Set();
  for (const { item } of rows) {
    for (const name of Object.keys(item)) if (name !== 'id' && name !== '_id' && !SYSTEM.has(name)) names.add(name);
    if (names.size >= COLUMNS_MAX) break;
  }
  return [...names].slice(0, COLUMNS_MAX);
}

/** Numbers stand at the right. */
const isNumeric = (name) => typeof rows.find((r) => r.item[name] !== undefined)?.item[name] === 'number';

function remaining(row) {
  if (row.deadline === undefined) return html`<span class="sub">…</span>`;
  if (row.deadline === null) return html`<span class="sub">never</span>`;
  const left = row.deadline - now();
  if (left <= 0) return html`<span class="gone">expired</span>`;
  return html`<span class=${left <= 10 ? 'soon' : ''}>${duration(left)}</span>`;
}

/** How much of its life an item still has, where that is known. */
function life(row) {
  const left = row.deadline - now();
  if (!row.life || left <= 0) return nothing;
  return html`<svg class="life" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="4"></rect>${svg`<rect class=${left <= 10 ? 'last' : 'left'}
      width=${Math.min(100, 100 * left / row.life)} height="4"></rect>`}</svg>`;
}

export function view() {
  const c = currentContainer();
  if (!rows) return html`<p class="empty">Loading…</p>`;
  const shown = rows.filter((r) => r.deadline == null || r.deadline > now() - FADE_SECONDS);
  const names = columns();
  return html`<div class="toolbar">
      <button class="primary" @click=${() => edit(null)}>New item</button>
      <button @click=${() => load(at)}>Refresh</button>
      <span class="grow"></span>
      <button ?disabled=${!before.length} @click=${() => load(before.pop() ?? null)} aria-label="Previous page" class="pager">‹ <span>Previous</span></button>
      <button ?disabled=${next === null} @click=${() => { before.push(at); load(next); }} aria-label="Next page" class="pager"><span>Next</span> ›</button>
    </div>
    ${shown.length ? html`<div class="scroll"><table class="items stack">
      <thead><tr><th scope="col">${isMongo(c) ? '_id' : 'id'}</th><th scope="col">Remaining</th>
        ${names.map((n) => html`<th scope="col" class=${isNumeric(n) ? 'num' : ''}>${n}</th>`)}</tr></thead>
      <tbody>${shown.map((row) => html`<tr class=${isGone(row) ? 'expired' : ''} data-id=${row.id}>
        <td class="main"><button class="link" @click=${() => edit(row)}>${row.id}</button></td>
        <td class="time" data-label="Remaining"><span>${remaining(row)}${life(row)}</span></td>
        ${names.map((n) => html`<td data-label=${n}
          class="${row.item[n] === undefined ? 'blank' : ''} ${isNumeric(n) ? 'num' : ''}">${cell(row.item[n])}</td>`)}</tr>`)}</tbody>
    </table></div>` : html`<div class="empty"><h2>No items</h2><p>Add one here, or <a href="#/connect">connect an application</a> that does.</p></div>`}
    ${editor(c)}`;
}

function edit(row) {
  const c = currentContainer();
  const fresh = isMongo(c) ? {} : Object.fromEntries([['id', crypto.randomUUID()],
    ...c.partitionKey.map((p) => p.slice(1)).filter((p) => p !== 'id' && !p.includes('/')).map((p) => [p, ''])]);
  const shown = row ? Object.fromEntries(Object.entries(row.item).filter(([n]) => isMongo(c) || !SYSTEM.has(n))) : fresh;
  const begun = { row, text: JSON.stringify(shown, null, 2), error: null, open: false };
  editing = begun;
  update();
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const dialog = document.getElementById('editor');
    if (!dialog || editing !== begun) return; // Another view is shown by now.
    dialog.showModal();
    begun.open = true;
    document.getElementById('json').focus();
  }));
}

function close() {
  document.getElementById('editor')?.close();
  editing = null;
  update();
}

/** The event comes late: by then another item may be edited, whose dialog is not open yet. */
function closed(event) {
  if (!editing?.open || event.target.open) return;
  editing = null;
  update();
}

function editor(c) {
  return html`<dialog id="editor" class="wide" aria-labelledby="editor-title" @close=${closed}>
    ${editing ? html`<form @submit=${(e) => { e.preventDefault(); save(c); }}>
    <h2 id="editor-title">${editing.row ? editing.row.id : 'New item'}</h2>
    ${editing.row ? html`<p class="hint">Remaining: ${remaining(editing.row)}${editing.row.item._etag ? html` · etag ${editing.row.item._etag}` : nothing}</p>` : nothing}
    <label for="json" class="hidden">The item as JSON</label>
    <textarea id="json" class="code" rows="18" spellcheck="false" .value=${editing.text}
      @input=${(e) => { editing.text = e.target.value; }}></textarea>
    ${editing.error ? html`<p class="error" role="alert">${editing.error}</p>` : nothing}
    <p class="actions">
      ${editing.row ? html`<button type="button" class="danger" @click=${() => drop(c)}>Delete</button>` : nothing}
      <span class="grow"></span>
      <button type="button" @click=${close}>Cancel</button>
      <button class="primary">Save</button></p>
  </form>` : nothing}</dialog>`;
}

async function change(action, message) {
  try {
    await action();
    close();
    notify(message);
    await load(at);
  } catch (error) {
    const text = error.status === 412
      ? 'The item was changed or has expired meanwhile. Close the editor and open it again.' : error.message;
    if (!editing) return notify(text, 'error');
    editing.error = text;
    update();
  }
}

function save(c) {
  const { row } = editing;
  return change(async () => {
    let item;
    try {
      item = JSON.parse(editing.text);
    } catch (e) {
      throw new Error(`This is not JSON: ${e.message}`);
    }
    if (!isMongo(c)) await api.nosqlItems.save(c, item, row?.item);
    else if (row) {
      const answer = await api.mongo(c.database, { update: c.container, updates: [{ q: unchanged(row.item), u: item }] });
      if (answer.n === 0) throw new api.ApiError(412, '');
    } else await api.mongo(c.database, { insert: c.container, documents: [item] });
  }, 'Saved.');
}

/** Documents of MongoDB have no etag: the whole document must be as it was shown. */
const unchanged = (item) => ({ _id: item._id, $expr: { $eq: ['$$ROOT', { $literal: item }] } });

function drop(c) {
  const { item } = editing.row;
  return change(async () => {
    if (!isMongo(c)) return api.nosqlItems.remove(c, item);
    const answer = await api.mongo(c.database, { delete: c.container, deletes: [{ q: unchanged(item), limit: 1 }] });
    if (answer.n === 0) throw new api.ApiError(412, '');
    return answer;
  }, 'Deleted.');
}
