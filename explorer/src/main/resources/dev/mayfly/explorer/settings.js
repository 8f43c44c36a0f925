// Settings of a container: time to live with its dry run, expiry events, and the definition.
import { html, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, attempt, notify, currentContainer } from './state.js';
import { count, bytes, duration } from './format.js';

let chosen = null;
let seconds = 3600;
let dryRun = null;
let definition = null;
let edited = null;
let dateTtls = [];
let asked = 0;

export function enter() {
  const c = currentContainer();
  chosen = null;
  dryRun = null;
  definition = null;
  edited = null;
  dateTtls = [];
  if (!c) return;
  reset(c);
  api.get(api.containerPath(c)).then((r) => { dateTtls = r.dateTtls; update(); }, () => {});
  if (c.api === 'nosql') loadDefinition(c);
}

function reset(c) {
  chosen = c.defaultTtl === null ? 'off' : c.defaultTtl === -1 ? 'on' : 'seconds';
  if (c.defaultTtl > 0) seconds = c.defaultTtl;
  dryRun = null;
}

async function loadDefinition(c) {
  definition = (await api.nosqlItems.read(c).catch(() => null))?.body ?? null;
  edited = null;
  update();
}

const wanted = () => (chosen === 'off' ? null : chosen === 'on' ? -1 : seconds);
const parameter = () => (chosen === 'off' ? 'off' : String(wanted()));

async function choose(value) {
  chosen = value;
  dryRun = null;
  update();
  const c = currentContainer();
  const turn = ++asked;
  if (wanted() === c.defaultTtl || (chosen === 'seconds' && !(seconds >= 1))) return;
  try {
    const answer = await api.post(`${api.containerPath(c)}/ttl?default=${parameter()}&dryRun=true`);
    if (turn === asked) dryRun = answer.expiresNow;
  } catch (error) {
    if (turn === asked) dryRun = { error: error.message };
  }
  update();
}

async function save(c) {
  await attempt(async () => {
    if (c.api === 'mongodb') await saveMongo(c);
    else await api.post(`${api.containerPath(c)}/ttl?default=${parameter()}`);
    c.defaultTtl = wanted();
    dryRun = null;
    notify('Saved.');
    if (c.api === 'nosql') loadDefinition(c);
  });
  update();
}

/** In MongoDB the default is an index on _ts. */
async function saveMongo(c) {
  const next = wanted();
  if (next === null) {
    await api.mongo(c.database, { dropIndexes: c.container, index: { _ts: 1 } });
  } else if (c.defaultTtl === null) {
    await api.mongo(c.database, { createIndexes: c.container,
      indexes: [{ name: '_ts_1', key: { _ts: 1 }, expireAfterSeconds: next }] });
  } else {
    await api.mongo(c.database, { collMod: c.container, index: { keyPattern: { _ts: 1 }, expireAfterSeconds: next } });
  }
}

export function view() {
  const c = currentContainer();
  if (chosen === null) reset(c);
  const changed = wanted() !== c.defaultTtl;
  const option = (value, label) => html`<label class="choice"><input type="radio" name="ttl" value=${value}
    .checked=${chosen === value} @change=${() => choose(value)}> ${label}</label>`;
  return html`<div class="columns">
  <section class="card"><h2 id="ttl-title">Time to Live</h2>
    <div role="radiogroup" aria-labelledby="ttl-title">
      ${option('off', 'Off')}
      ${option('on', 'On (no default)')}
      ${option('seconds', 'On')}
      <div class="indent"><label class="hidden" for="ttl-seconds">Seconds</label>
        <input id="ttl-seconds" type="number" min="1" max="2147483647" step="1" .value=${String(seconds)}
          @focus=${() => { if (chosen !== 'seconds') choose('seconds'); }}
          @input=${(e) => { seconds = Number(e.target.value); choose('seconds'); }}> seconds
        ${seconds >= 60 ? html`<span class="hint">${duration(seconds)}</span>` : nothing}</div>
    </div>
    ${changed ? html`<p id="dry-run" class=${dryRun?.items ? 'warn' : 'hint'} role="status">${
      !dryRun ? (chosen === 'seconds' && !(seconds >= 1) ? 'Enter at least 1 second.' : 'Counting what this would expire…')
        : dryRun.error ? dryRun.error
          : dryRun.items ? html`Saving expires <b>${count(dryRun.items)} items</b> (${bytes(dryRun.bytes)}) at once.`
            : 'Saving expires no item at once.'}</p>` : nothing}
    <p class="actions"><button ?disabled=${!changed} @click=${() => { reset(c); update(); }}>Discard</button>
      <button class="primary" ?disabled=${!changed || !dryRun || dryRun.error} @click=${() => save(c)}>Save</button></p>
    ${dateTtls.length ? html`<h3>By dates</h3><ul>${dateTtls.map((d) => html`<li><code>${d.path}</code> and ${duration(d.expireAfterSeconds)}
      <span class="hint">index ${d.name}</span></li>`)}</ul>` : nothing}
  </section>
  <section class="card"><h2>Expiry events</h2>
    <p>${c.expiryEvents ? 'Each expiry is recorded at its deadline, with the last version of the item, and kept for a day.'
      : 'Off. Switch them on to follow expiries as they happen.'}</p>
    <p class="actions"><button class=${c.expiryEvents ? '' : 'primary'} @click=${() => attempt(async () => {
      await api.post(`${api.containerPath(c)}/expiries?enabled=${!c.expiryEvents}`);
      c.expiryEvents = !c.expiryEvents;
      notify(c.expiryEvents ? 'Expiry events are on.' : 'Expiry events are off.');
    })}>${c.expiryEvents ? 'Switch off' : 'Switch on'}</button></p>
  </section>
  ${c.api === 'nosql' && definition ? policy(c) : nothing}
  <section class="card danger-zone"><h2>Delete</h2><p>Deletes the container with all of its items.</p>
    <p class="actions"><button class="danger" @click=${() => drop(c)}>Delete container</button></p></section>
  </div>`;
}

const EDITABLE = ['indexingPolicy', 'computedProperties'];
const FIXED = ['partitionKey', 'uniqueKeyPolicy', 'conflictResolutionPolicy'];

function policy(c) {
  const part = (names) => JSON.stringify(Object.fromEntries(names
    .filter((n) => definition[n] !== undefined).map((n) => [n, definition[n]])), null, 2);
  const text = edited ?? part(EDITABLE);
  return html`<section class="card"><h2>Indexing policy</h2>
    <label for="policy" class="hint">Indexing policy and computed properties as JSON</label>
    <textarea id="policy" class="code" rows="12" spellcheck="false" .value=${text}
      @input=${(e) => { edited = e.target.value; update(); }}></textarea>
    <p class="actions"><button ?disabled=${edited === null} @click=${() => { edited = null; update(); }}>Discard</button>
      <button class="primary" ?disabled=${edited === null} @click=${() => attempt(async () => {
        await api.nosqlItems.replaceContainer(c, { ...definition, ...JSON.parse(edited) });
        notify('Saved.');
        await loadDefinition(c);
      })}>Save</button></p>
    <details><summary>Partition key and unique keys</summary><pre class="output" tabindex="0">${part(FIXED)}</pre></details>
  </section>`;
}

async function drop(c) {
  if (!confirm(`Delete ${c.container} with ${count(c.items)} items?`)) return;
  await attempt(async () => {
    if (c.api === 'mongodb') await api.mongo(c.database, { drop: c.container });
    else await api.nosql('DELETE', `/dbs/${encodeURIComponent(c.database)}/colls/${encodeURIComponent(c.container)}`);
    location.hash = '#/overview';
    notify(`Deleted ${c.container}.`);
  });
}
