// All databases, containers and collections, and what expires next in each.
import { html, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, attempt, notify, route } from './state.js';
import { count, items, bytes, ttl, duration } from './format.js';
import { sparkline } from './chart.js';

const FORECASTS_MAX = 24;
const forecasts = new Map();
let forecastedAt = -Infinity;
let filter = '';

const keyOf = (c) => `${c.database}/${c.container}`;

export async function tick() {
  if (performance.now() - forecastedAt < 5000) return;
  forecastedAt = performance.now();
  for (const c of listed().slice(0, FORECASTS_MAX)) {
    const answer = await api.get(`${api.containerPath(c)}/forecast?horizon=3600&step=150`);
    forecasts.set(keyOf(c), answer.intervals.map((i) => i.items));
  }
}

export function enter() {
  forecastedAt = -Infinity;
}

const listed = () => (state.containers || [])
  .filter((c) => keyOf(c).toLowerCase().includes(filter.toLowerCase()));

function sum(name) {
  return (state.containers || []).reduce((total, c) => total + (c[name] ?? c.purge[name]), 0);
}

function row(c) {
  const values = forecasts.get(keyOf(c));
  const soon = values?.reduce((a, b) => a + b, 0);
  return html`<tr>
    <td class="main"><a href=${route.to(c, 'items')}>${c.container}</a>
      <span class="sub">${c.database} · ${c.api === 'mongodb' ? 'MongoDB' : 'NoSQL'}</span></td>
    <td class="num" data-label="Items">${count(c.items)}</td>
    <td class="num" data-label="Size">${bytes(c.bytes)}</td>
    <td data-label="Time to live">${ttl(c.defaultTtl)}</td>
    <td class="num" data-label="Not purged">${c.purge.backlogItems
      ? html`<span>${count(c.purge.backlogItems)} <span class="sub">${duration(c.purge.oldestDeadlineAgeSeconds)} late</span></span>` : '–'}</td>
    <td data-label="Next hour" class="sparkcell">${values
      ? html`<span>${sparkline(`${items(soon)} to expire within the hour`, values)}<span class="sub">${count(soon)}</span></span>` : nothing}</td>
  </tr>`;
}

export function view() {
  if (!state.containers) return html`<h1>Overview</h1><p class="empty">Loading…</p>`;
  return html`<div class="title"><h1>Overview</h1>
      <button class="primary" @click=${() => document.getElementById('create').showModal()}>New container</button></div>
    <dl class="figures">
      <div><dt>Databases</dt><dd>${count(state.databases.length)}</dd></div>
      <div><dt>Containers</dt><dd>${count(state.containers.length)}</dd></div>
      <div><dt>Live items</dt><dd>${count(sum('items'))}</dd></div>
      <div><dt>Live data</dt><dd>${bytes(sum('bytes'))}</dd></div>
      <div><dt>Expired, not purged</dt><dd>${count(sum('backlogItems'))}</dd></div>
    </dl>
    ${state.containers.length ? html`
      ${state.containers.length > 8 ? html`<input class="filter" type="search" placeholder="Filter by name" aria-label="Filter by name"
        .value=${filter} @input=${(e) => { filter = e.target.value; forecastedAt = -Infinity; update(); }}>` : nothing}
      <div class="scroll"><table class="stack">
        <thead><tr><th scope="col">Container</th><th scope="col" class="num">Items</th><th scope="col" class="num">Size</th>
          <th scope="col">Time to live</th><th scope="col" class="num">Not purged</th><th scope="col">Expires in the next hour</th></tr></thead>
        <tbody>${listed().map(row)}</tbody>
      </table></div>
      ${state.more ? html`<p class="hint">Only the first containers are listed.</p>` : nothing}`
      : html`<div class="empty"><h2>No containers yet</h2><p>Create one here, or <a href="#/connect">connect an application</a>.</p></div>`}
    ${createDialog()}`;
}

function createDialog() {
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const f = new FormData(form);
    await attempt(async () => {
      await create(f);
      const list = await api.get('/containers');
      state.containers = list.containers;
      state.databases = list.databases;
      form.reset();
      form.closest('dialog').close();
      notify(`Created ${f.get('container')}.`);
      location.hash = route.to({ database: f.get('database'), container: f.get('container') }, 'items');
    });
  };
  return html`<dialog id="create" aria-labelledby="create-title"><form @submit=${submit}>
    <h2 id="create-title">New container</h2>
    <label>API <select name="api">
      ${state.session?.apis?.nosql ? html`<option value="nosql">NoSQL (Azure Cosmos DB)</option>` : nothing}
      ${state.session?.apis?.mongodb ? html`<option value="mongodb">MongoDB</option>` : nothing}</select></label>
    <label>Database <input name="database" required list="databases" spellcheck="false"></label>
    <datalist id="databases">${state.databases.map((d) => html`<option value=${d}></option>`)}</datalist>
    <label>Container <input name="container" required spellcheck="false"></label>
    <label>Partition key <span class="hint">NoSQL only</span><input name="key" value="/id" spellcheck="false"></label>
    <label>Default time to live <span class="hint">seconds; empty for off, -1 for on without a default</span>
      <input name="ttl" type="number" min="-1" step="1"></label>
    <p class="actions"><button type="button" @click=${(e) => e.target.closest('dialog').close()}>Cancel</button>
      <button class="primary">Create</button></p>
  </form></dialog>`;
}

async function create(f) {
  const ttlText = f.get('ttl');
  if (f.get('api') === 'mongodb') {
    await api.mongo(f.get('database'), { create: f.get('container') });
    if (ttlText && ttlText !== '-1') {
      await api.mongo(f.get('database'), { createIndexes: f.get('container'),
        indexes: [{ name: '_ts_1', key: { _ts: 1 }, expireAfterSeconds: Number(ttlText) }] });
    }
    return;
  }
  if (!state.databases.includes(f.get('database'))) {
    await api.nosql('POST', '/dbs', {}, { id: f.get('database') });
  }
  const definition = { id: f.get('container'), partitionKey: { paths: [f.get('key')], kind: 'Hash', version: 2 } };
  if (ttlText) definition.defaultTtl = Number(ttlText);
  await api.nosql('POST', `/dbs/${encodeURIComponent(f.get('database'))}/colls`, {}, definition);
}
