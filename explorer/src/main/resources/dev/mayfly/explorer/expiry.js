// What expires when, expiries as they happen, and the purge that follows.
import { html, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, attempt, currentContainer } from './state.js';
import { count, bytes, clockTime, cell, duration } from './format.js';
import { bars, lines } from './chart.js';

const SPANS = {
  hour: { label: 'Hour', horizon: 3600, step: 60, ticks: 10 },
  day: { label: 'Day', horizon: 86400, step: 1800, ticks: 8 },
  week: { label: 'Week', horizon: 604800, step: 14400, ticks: 6 },
};
const EVENTS_MAX = 100;
const SAMPLES_MAX = 120;

let span = 'hour';
let forecast = null;
let events = [];
let received = 0;
let source = null;
let streamState = 'off';
let samples = [];
let purge = null;

export function enter() {
  forecast = null;
  events = [];
  received = 0;
  samples = [];
  follow();
}

export function leave() {
  source?.close();
  source = null;
}

function follow() {
  const c = currentContainer();
  source?.close();
  source = null;
  streamState = 'off';
  if (!c?.expiryEvents) return;
  streamState = 'connecting';
  source = new EventSource(`${api.containerPath(c)}/expiries`);
  source.onopen = () => { streamState = 'live'; update(); };
  source.onerror = () => { streamState = 'connecting'; update(); };
  source.addEventListener('expired', (event) => {
    const data = JSON.parse(event.data);
    received++;
    events.unshift({ ...data, key: event.lastEventId });
    if (events.length > EVENTS_MAX) events.length = EVENTS_MAX;
    update();
  });
}

export async function tick() {
  const c = currentContainer();
  if (!c) return;
  if (c.expiryEvents !== (source !== null)) follow();
  const { horizon, step } = SPANS[span];
  forecast = (await api.get(`${api.containerPath(c)}/forecast?horizon=${horizon}&step=${step}`)).intervals;
  purge = await api.get('/purge');
  samples.push({ at: performance.now(), ...c.purge });
  if (samples.length > SAMPLES_MAX) samples.shift();
}

function rates(name) {
  const list = [];
  for (let i = 1; i < samples.length; i++) {
    const elapsed = (samples[i].at - samples[i - 1].at) / 1000;
    list.push(Math.max(0, (samples[i][name] - samples[i - 1][name]) / elapsed));
  }
  return list;
}

function label(second) {
  const date = new Date(second * 1000);
  return span === 'week' ? date.toLocaleDateString('en', { weekday: 'short' })
    : `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

export function view() {
  const c = currentContainer();
  const soon = forecast?.reduce((sum, i) => sum + i.items, 0) ?? 0;
  const size = forecast?.reduce((sum, i) => sum + i.bytes, 0) ?? 0;
  return html`<section class="card"><div class="title"><h2>Forecast</h2>
      <span class="hint" id="forecast-sum" data-items=${soon}>${count(soon)} items (${bytes(size)}) expire within the ${span}</span>
      <span class="grow"></span>
      <div class="segments" role="group" aria-label="Span of the forecast">${Object.entries(SPANS).map(([name, s]) => html`
        <button aria-pressed=${span === name} @click=${() => { span = name; forecast = null; attempt(tick).then(update); }}>${s.label}</button>`)}</div></div>
    ${forecast ? bars(`Items that expire within the ${span}`, forecast.map((i) => ({
      value: i.items, label: label(i.from),
      title: `${clockTime(i.from)} to ${clockTime(i.to)}: ${count(i.items)} items, ${bytes(i.bytes)}`,
    })), SPANS[span].ticks) : html`<p class="empty">Loading…</p>`}
  </section>
  <div class="columns">
    <section class="card"><div class="title"><h2>Expiries</h2>
      ${c.expiryEvents ? html`<span class="tag ${streamState}">${streamState === 'live' ? 'live' : 'connecting'}</span>
        <span class="hint" id="received" data-count=${received}>${count(received)} since this page was opened</span>` : nothing}</div>
      ${!c.expiryEvents ? html`<p>Expiry events are off. <button @click=${() => attempt(async () => {
        await api.post(`${api.containerPath(c)}/expiries?enabled=true`);
        c.expiryEvents = true;
        follow();
      })}>Switch on</button></p>`
        : events.length ? html`<ol class="events" tabindex="0" aria-label="The latest expiries">${events.map((e) => html`<li>
          <time>${clockTime(e.deadline)}</time> <b>${cell(e.id)}</b> <span class="sub">${cell(e.item)}</span></li>`)}</ol>`
          : html`<p class="empty">Nothing has expired since this page was opened.</p>`}
    </section>
    <section class="card"><div class="title"><h2>Purge</h2>
      ${purge ? html`<span class="tag ${purge.paused ? '' : 'live'}">${purge.awaitingConfirmation ? 'waits for confirmation' : purge.paused ? 'paused' : 'running'}</span>
      <span class="grow"></span>
      ${purge.awaitingConfirmation ? html`<button @click=${() => attempt(async () => { purge = await api.post('/purge/confirm'); update(); })}>Confirm</button>` : nothing}
      <button @click=${() => attempt(async () => { purge = await api.post(purge.paused ? '/purge/resume' : '/purge/pause'); update(); })}>${purge.paused ? 'Resume' : 'Pause'}</button>` : nothing}</div>
      <dl class="figures small">
        <div><dt>Not purged</dt><dd>${count(c.purge.backlogItems)}</dd></div>
        <div><dt>Oldest deadline</dt><dd>${c.purge.oldestDeadlineAgeSeconds ? `${duration(c.purge.oldestDeadlineAgeSeconds)} ago` : '–'}</dd></div>
        <div><dt>Purged</dt><dd>${count(c.purge.purgedItems)}</dd></div>
      </dl>
      ${lines('Items purged per second', [{ name: 'items purged per second', values: rates('purgedItems') }])}
      ${lines('Request units per second', [{ name: 'request units of users per second', values: rates('userRequestUnits') },
        { name: 'of the purge', values: rates('requestUnits') }])}
    </section>
  </div>`;
}
