// The server: health, clock, metrics at a glance, purge and backups.
import { html, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, attempt, notify, now } from './state.js';
import { count, bytes, dateTime, duration } from './format.js';

let health = null;
let metrics = null;
let backups;
let advance = 60;
let rate = null;
let last = null;
const checks = new Map();

export function enter() {
  health = null;
  metrics = null;
  backups = undefined;
  rate = null;
  last = null;
}

export async function tick() {
  health = await api.get('/healthz').catch((e) => ({ status: e.message }));
  metrics = parse(await api.text('/metrics'));
  const at = performance.now();
  const requests = metrics.mayfly_request_duration_seconds_count || 0;
  if (last) rate = Math.max(0, Math.round((requests - last.requests) / (at - last.at) * 1000));
  last = { at, requests };
  backups = await api.get('/explorer/backups').catch(() => null);
}

/** The metrics without labels, and the sums of those with some. */
function parse(lines) {
  const found = {};
  for (const line of lines.split('\n')) {
    const m = line.match(/^([a-z_]+)(?:\{[^}]*\})? ([-+0-9.eE]+)$/);
    if (m) found[m[1]] = (found[m[1]] || 0) + Number(m[2]);
  }
  return found;
}

/** Verifies a backup, which may take a while. */
async function check(name) {
  checks.set(name, { text: 'being checked…' });
  update();
  try {
    const { rows, problems, first } = await api.post(`/backup/check?name=${encodeURIComponent(name)}`);
    checks.set(name, problems ? { bad: true, text: `${count(problems)} problems: ${first[0]}` } : { text: `${count(rows)} rows, everything fits together` });
  } catch (error) {
    checks.set(name, { bad: true, text: error.message });
  }
  update();
}

const move = (path) => attempt(async () => {
  state.clock = { ...(await api.post(path)), readAt: performance.now() };
  update();
});

export function view() {
  const clock = state.clock;
  const well = health?.status === 'ok';
  return html`<h1>Server</h1>
  <div class="columns">
    <section class="card"><h2>Health</h2>
      ${health ? html`<p><span class="tag ${well ? 'live' : 'bad'}">${well ? 'ok' : 'not well'}</span> ${well ? 'Reads and writes are answered.' : health.status}</p>` : html`<p class="empty">Loading…</p>`}
      ${metrics ? html`<dl class="pairs">
        <dt>On disk</dt><dd>${bytes(metrics.mayfly_storage_size_bytes || 0)}</dd>
        <dt>Requests</dt><dd>${count(metrics.mayfly_request_duration_seconds_count || 0)}${rate === null ? nothing : html` <span class="sub">${count(rate)} per second</span>`}</dd>
        <dt>Connections</dt><dd>${count(metrics.mayfly_connections || 0)}</dd>
        <dt>Slow operations</dt><dd>${count(metrics.mayfly_slow_operations_total || 0)}</dd>
        <dt>Processor</dt><dd>${Math.round(100 * (metrics.process_cpu_usage || 0))} % of the machine</dd>
        <dt>Index builds</dt><dd>${count(metrics.mayfly_index_builds || 0)}</dd>
        <dt>Waiting writes</dt><dd>${count(metrics.mayfly_storage_waiting_writes || 0)}</dd>
        <dt>Memory of requests</dt><dd>${bytes(metrics.mayfly_query_memory_bytes || 0)} of ${bytes(metrics.mayfly_query_memory_limit_bytes || 0)}</dd>
        <dt>Throttled requests</dt><dd>${count(metrics.mayfly_throttled_requests_total || 0)}</dd>
      </dl>` : nothing}
      <p><a href="/metrics" target="_blank" rel="noopener">All metrics</a></p>
    </section>
    <section class="card"><h2>Clock</h2>
      ${clock ? html`<p class="big">${dateTime(now())}</p>
      <p>${clock.frozen ? html`<span class="tag">frozen</span>` : 'Runs with the clock of the machine.'}
        ${clock.unbelievedStepSeconds ? html`<span class="warn">The machine's clock stepped by ${duration(clock.unbelievedStepSeconds)}, which is not believed.</span>
          <button @click=${() => move('/clock/confirm-step')}>Believe it</button>` : nothing}</p>
      ${state.session?.movableClock ? html`<div class="toolbar">
          <button @click=${() => move('/clock/freeze')} ?disabled=${clock.frozen}>Freeze</button>
          <button @click=${() => move('/clock/reset')} ?disabled=${!clock.frozen}>Let it run</button></div>
        <form class="toolbar" @submit=${(e) => { e.preventDefault(); move(`/clock/advance?seconds=${advance}`); }}>
          <label>Advance by <input id="advance" type="number" min="1" max="3155760000" .value=${String(advance)}
            @input=${(e) => { advance = Number(e.target.value); }}> seconds</label>
          <button class="primary">Advance</button></form>`
        : html`<p class="hint">It can be moved only on servers for tests: <code>serve --ephemeral --movable-clock</code></p>`}` : nothing}
    </section>
    <section class="card"><h2>Backups</h2>
      ${backups?.directory ? html`<p class="hint">${backups.directory}</p>
        <form class="toolbar" @submit=${(e) => {
          e.preventDefault();
          const { name } = e.target.elements;
          attempt(async () => {
            await api.post(`/backup?name=${encodeURIComponent(name.value)}`);
            notify(`Made the backup ${name.value}.`);
            name.value = '';
            await tick();
            update();
          });
        }}><label>Name <input name="name" required pattern="[A-Za-z0-9_\\-][A-Za-z0-9._\\-]*" maxlength="100"></label>
        <button class="primary">Make a backup</button></form>
        ${backups.backups.length ? html`<ul class="plain">${backups.backups.map((b) => html`<li><span><b>${b.name}</b>
          <span class="sub">${dateTime(b.madeAt)}</span>${checks.has(b.name) ? html`
          <span class="${checks.get(b.name).bad ? 'error' : 'hint'} block" role="status">${checks.get(b.name).text}</span>` : nothing}</span>
          <button @click=${() => check(b.name)} aria-label="Check ${b.name}">Check</button></li>`)}</ul>
          <p class="hint">Make a data directory of one with <code>./mayfly restore BACKUP --data DIR</code></p>` : html`<p class="hint">There are none yet.</p>`}`
        : backups === undefined ? html`<p class="empty">Loading…</p>` : html`<p>This server has no place for backups: start it with <code>--backup-directory DIR</code>.</p>`}
    </section>
  </div>`;
}
