// Settings of a container: time to live with its dry run, expiry events, and the definition.
import { html, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, attempt, notify, currentContainer } from './state.js';
import { count, items, bytes, duration } from './format.js';

let chosen = null;
let seconds = 3600;
let dryRun = null;
let definition = null;
let edited = null;
let dateTtls = [];
let builds = [];
let asked = 0;
let offer = null;
let webhook = null;
let webhookUrl = '';
let secret = null;
let dateTtl = { path: '', seconds: 0, dryRun: null };

export function enter() {
  const c = currentContainer();
  chosen = null;
  dryRun = null;
  definition = null;
  edited = null;
  dateTtls = [];
  builds = [];
  offer = null;
  webhook = null;
  webhookUrl = '';
  secret = null;
  dateTtl = { path: '', seconds: 0, dryRun: null };
  if (!c) return;
  reset(c);
  loadWebhook(c);
  loadDetails(c).then(update, () => {});
  if (c.api === 'nosql') loadDefinition(c);
}

async function loadDetails(c) {
  ({ dateTtls, builds } = await api.get(api.containerPath(c)));
}

function reset(c) {
  chosen = c.defaultTtl === null ? 'off' : c.defaultTtl === -1 ? 'on' : 'seconds';
  if (c.defaultTtl > 0) seconds = c.defaultTtl;
  dryRun = null;
}

async function loadDefinition(c) {
  definition = (await api.nosqlItems.read(c).catch(() => null))?.body ?? null;
  edited = null;
  offer = definition ? await api.offerOf(definition).catch(() => null) : null;
  update();
}

async function findWebhook(c) {
  const found = await api.get(`${api.containerPath(c)}/webhook`).catch(() => null);
  return found?.url ? found : null;
}

async function loadWebhook(c) {
  webhook = await findWebhook(c);
  webhookUrl = webhook?.url ?? '';
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
          : dryRun.items ? html`Saving expires <b>${items(dryRun.items)}</b> (${bytes(dryRun.bytes)}) at once.`
            : 'Saving expires no item at once.'}</p>` : nothing}
    <p class="actions"><button ?disabled=${!changed} @click=${() => { reset(c); update(); }}>Discard</button>
      <button class="primary" ?disabled=${!changed || !dryRun || dryRun.error} @click=${() => save(c)}>Save</button></p>
  </section>
  ${c.api === 'mongodb' || dateTtls.length ? html`<section class="card"><h2>Time to Live by dates</h2>
    ${dateTtls.length ? html`<ul class="plain">${dateTtls.map((d) => html`<li><span>${duration(d.expireAfterSeconds)} after <code>${d.path}</code></span>
      <span class="hint">index ${d.name}</span></li>`)}</ul>` : html`<p class="hint">No index of this collection expires documents by a date of theirs.</p>`}
    ${c.api === 'mongodb' ? dateForm(c) : nothing}
  </section>` : nothing}
  ${builds.length ? html`<section class="card"><h2>Being built</h2>${builds.map((b) => html`<p><label>${{ index: 'Index', vectors: 'Vector index' }[b.kind] || 'TTL index'} <b>${b.name}</b>
    <span class="hint">${count(b.seenItems)} of ${items(b.items)} read</span>
    <progress max=${Math.max(1, b.items)} .value=${b.seenItems}></progress></label></p>`)}</section>` : nothing}
  <section class="card"><h2>Expiry events</h2>
    <p>${c.expiryEvents ? 'Each expiry is recorded at its deadline, with the last version of the item, and kept for a day.'
      : 'Off. Switch them on to follow expiries as they happen.'}</p>
    <p class="actions"><button class=${c.expiryEvents ? '' : 'primary'} @click=${() => attempt(async () => {
      await api.post(`${api.containerPath(c)}/expiries?enabled=${!c.expiryEvents}`);
      c.expiryEvents = !c.expiryEvents;
      notify(c.expiryEvents ? 'Expiry events are on.' : 'Expiry events are off.');
    })}>${c.expiryEvents ? 'Switch off' : 'Switch on'}</button></p>
  </section>
  ${c.expiryEvents ? webhookCard(c) : nothing}
  ${c.api === 'nosql' && definition ? html`${throughput()}${policy(c)}` : nothing}
  <section class="card danger-zone"><h2>Delete</h2><p>Deletes the container with all of its items.</p>
    <p class="actions"><button class="danger" @click=${() => drop(c)}>Delete container</button></p></section>
  </div>`;
}

async function tryDate(c, event) {
  event.preventDefault();
  dateTtl.dryRun = null;
  const answer = await attempt(() => api.post(`${api.containerPath(c)}/ttl?date=${encodeURIComponent(dateTtl.path)}`
    + `&expireAfterSeconds=${dateTtl.seconds}&dryRun=true`));
  dateTtl.dryRun = answer?.expiresNow ?? null;
  update();
}

/** A TTL index on dates, which is made only after it was seen what that expires. */
function dateForm(c) {
  const { dryRun: found } = dateTtl;
  const set = (name) => (e) => { dateTtl = { ...dateTtl, [name]: e.target.value, dryRun: null }; update(); };
  return html`<form class="fields" @submit=${(e) => tryDate(c, e)}>
    <label>Date field <input name="date" required spellcheck="false" .value=${dateTtl.path} @input=${set('path')}></label>
    <label>Seconds after it <input name="after" type="number" min="0" max="2147483647" required .value=${String(dateTtl.seconds)} @input=${set('seconds')}></label>
    <button>Dry run</button></form>
    ${found ? html`<p id="date-dry-run" class=${found.items ? 'warn' : 'hint'} role="status">${found.items
      ? html`Creating it expires <b>${items(found.items)}</b> (${bytes(found.bytes)}) at once.` : 'Creating it expires no item at once.'}</p>
      <p class="actions"><button class="primary" @click=${() => attempt(async () => {
        await api.mongo(c.database, { createIndexes: c.container, indexes: [{ name: `${dateTtl.path}_1`, key: { [dateTtl.path]: 1 },
          expireAfterSeconds: Number(dateTtl.seconds) }] });
        notify('Created.');
        dateTtl = { path: '', seconds: 0, dryRun: null };
        await loadDetails(c);
        update();
      })}>Create index</button></p>` : nothing}`;
}

function webhookCard(c) {
  const path = `${api.containerPath(c)}/webhook`;
  return html`<section class="card"><h2>Webhook</h2>
    <p class="hint">Each expiry is posted there, signed, in order and at least once.</p>
    <form @submit=${(e) => { e.preventDefault(); attempt(async () => {
      const answer = await api.post(path, { url: webhookUrl });
      secret = answer.secret;
      webhook = answer;
      notify('Saved.');
    }); }}>
      <label>Address <input name="webhook" type="url" required pattern="https?://.+" title="an address that begins with https:// or http://" placeholder="https://…" spellcheck="false" .value=${webhookUrl}
        @input=${(e) => { webhookUrl = e.target.value; update(); }}></label>
      ${secret ? html`<p class="warn" role="status">Its secret, which is shown only now: <code>${secret}</code></p>` : nothing}
      ${webhook ? html`<dl class="pairs"><dt>Delivered</dt><dd>${count(webhook.deliveredEvents)}</dd>
        <dt>Failed attempts</dt><dd>${count(webhook.failedAttempts)}</dd>
        ${webhook.lastError ? html`<dt>Last error</dt><dd>${webhook.lastError}</dd>` : nothing}</dl>` : nothing}
      <p class="actions">${webhook ? html`<button type="button" @click=${() => attempt(async () => {
        await api.remove(path);
        webhook = null;
        webhookUrl = '';
        secret = null;
        notify('Removed.');
      })}>Remove</button>` : nothing}<button class="primary" ?disabled=${!webhookUrl}>Save</button></p>
    </form></section>`;
}

export async function tick() {
  const c = currentContainer();
  if (!c) return;
  await loadDetails(c);
  if (c.expiryEvents && webhook) webhook = await findWebhook(c);
}

function throughput() {
  if (!offer) {
    return html`<section class="card"><h2>Throughput</h2>
      <p>This container has no throughput of its own: requests are not limited by it.</p></section>`;
  }
  const auto = offer.content?.offerAutopilotSettings;
  const current = auto ? auto.maxThroughput : offer.content.offerThroughput;
  return html`<section class="card"><h2>Throughput</h2>
    <form @submit=${(e) => {
      e.preventDefault();
      const value = Number(e.target.elements.throughput.value);
      attempt(async () => {
        offer = await api.replaceOffer(offer, auto ? { offerAutopilotSettings: { maxThroughput: value } } : { offerThroughput: value });
        notify('Saved.');
      });
    }}><label>${auto ? 'Autoscale, at most' : 'Manual'} <input name="throughput" type="number" min=${auto ? 1000 : 400} step=${auto ? 1000 : 100}
      max="1000000" .value=${String(current)}> RU/s</label>
    <p class="actions"><button class="primary">Save</button></p></form></section>`;
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
    <details open><summary>Partition key and unique keys, which stay as they are</summary><pre class="output" tabindex="0">${part(FIXED)}</pre></details>
  </section>`;
}

async function drop(c) {
  if (!confirm(`Delete ${c.container} with ${items(c.items)}?`)) return;
  await attempt(async () => {
    if (c.api === 'mongodb') await api.mongo(c.database, { drop: c.container });
    else await api.nosql('DELETE', `/dbs/${encodeURIComponent(c.database)}/colls/${encodeURIComponent(c.container)}`);
    location.hash = '#/overview';
    notify(`Deleted ${c.container}.`);
  });
}
