// What expires when, expiries as they happen, and the purge that follows.
import { html, nothing } from './lit-html.js';
import * as api from './api.js';
import { update, attempt, currentContainer } from './state.js';
import { count, items, bytes, clockTime, cell, duration } from './format.js';
import { timeTicks } from './chart.js';

const SPANS = {
  hour: { label: 'Hour', horizon: 3600, step: 60 },
  day: { label: 'Day', horizon: 86400, step: 1800 },
  week: { label: 'Week', horizon: 604800, step: 14400 },
};
const EVENTS_MAX = 50;
const WINDOW_SECONDS = 180;
const WINDOW_SECONDS_LEAST = 30;

let span = 'hour';
let forecast = null;
let charts = null;
let events = [];
let received = 0;
let source = null;
let lastId = null;
let streamState = 'off';
let samples = [];
let gap = null;
let purge = null;

export function enter() {
  forecast = null;
  charts = null;
  events = [];
  received = 0;
  drawn = { count: -1, list: [] };
  samples = [];
  gap = null;
  lastId = null;
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
  const resume = lastId ? `?lastEventId=${encodeURIComponent(lastId)}` : '';
  source = new EventSource(`${api.containerPath(c)}/expiries${resume}`);
  source.onopen = () => { streamState = 'live'; update(); };
  source.onerror = () => { streamState = 'connecting'; update(); };
  source.addEventListener('gap', (event) => { gap = JSON.parse(event.data).error; update(); });
  source.addEventListener('expired', (event) => {
    received++;
    lastId = event.lastEventId;
    // Thousands may come at once: only those are read that are drawn.
    events.push(event.data);
    if (events.length > 4 * EVENTS_MAX) events.splice(0, events.length - EVENTS_MAX);
    update();
  });
}

export async function tick() {
  const c = currentContainer();
  if (!c) return;
  // A browser gives up when a server that has just started refuses; the place is kept.
  if (c.expiryEvents !== (source !== null) || source?.readyState === EventSource.CLOSED) follow();
  const asked = span;
  const { horizon, step } = SPANS[asked];
  const answer = await api.get(`${api.containerPath(c)}/forecast?horizon=${horizon}&step=${step}`);
  if (asked !== span) return;
  forecast = { chart: forecastChart(answer.intervals), ...total(answer.intervals) };
  purge = await api.get('/purge');
  const at = performance.now() / 1000;
  samples = [...samples.filter((s) => s.at > at - WINDOW_SECONDS - 10), { at, ...c.purge }];
  charts = {
    purged: rateChart('Items purged per second', { purgedItems: 'items per second' }, 'Nothing was purged lately'),
    units: rateChart('Request units per second', { userRequestUnits: 'of users', requestUnits: 'of the purge' }, 'No request units were used lately'),
  };
}

const total = (intervals) => ({
  items: intervals.reduce((sum, i) => sum + i.items, 0),
  bytes: intervals.reduce((sum, i) => sum + i.bytes, 0),
});

function forecastChart(intervals) {
  const day = (second) => (span === 'hour' ? '' : `${new Date(second * 1000).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })} `);
  return {
    title: `Items that expire within the ${span}`, kind: 'bars', height: 240, series: ['items'],
    from: intervals[0].from, to: intervals.at(-1).to, ticks: timeTicks,
    empty: `Nothing expires within the ${span}`,
    points: intervals.map((i) => ({
      from: i.from, to: i.to, values: [i.items],
      label: `${day(i.from)}${clockTime(i.from).slice(0, 5)} to ${clockTime(i.to).slice(0, 5)}`,
      texts: [items(i.items), bytes(i.bytes)],
    })),
  };
}

/** How fast some totals have grown since the view was opened, at most in the last minutes. */
function rateChart(title, series, empty) {
  const to = samples.at(-1).at;
  const span = Math.min(WINDOW_SECONDS, Math.max(WINDOW_SECONDS_LEAST, to - samples[0].at));
  const step = span > 90 ? 60 : span > 45 ? 30 : 10;
  const ticks = [[to, 'now']];
  for (let ago = step; ago < span; ago += step) ticks.push([to - ago, `${duration(ago)} ago`]);
  const names = Object.keys(series);
  const points = [];
  for (let i = 1; i < samples.length; i++) {
    const [before, after] = [samples[i - 1], samples[i]];
    points.push({
      from: before.at, to: after.at,
      values: names.map((name) => Math.max(0, (after[name] - before[name]) / (after.at - before.at))),
      label: to - after.at < 1 ? 'now' : `${duration(to - after.at)} ago`,
    });
  }
  return {
    title, kind: 'lines', height: 150, series: Object.values(series), empty,
    from: to - span, to, points: points.filter((p) => p.from >= to - span), ticks,
  };
}

let drawn = { count: -1, list: [] };

const BESIDE = new Set(['id', '_id', '_rid', '_self', '_etag', '_ts', '_attachments']);

/** What an item had beside its id. */
const content = (item) => Object.entries(item).filter(([name]) => !BESIDE.has(name))
  .slice(0, 8).map(([name, value]) => `${name} ${cell(value)}`).join(' · ');

/** The last events, the latest first. */
function latest() {
  if (drawn.count !== received) {
    drawn = { count: received, list: events.slice(-EVENTS_MAX).reverse().map((data) => JSON.parse(data)) };
  }
  return drawn.list;
}

export function view() {
  const c = currentContainer();
  return html`<section class="card"><div class="title"><h2>Forecast</h2>
      ${forecast ? html`<span class="hint" id="forecast-sum" data-items=${forecast.items}>${forecast.items
        ? `${items(forecast.items)} (${bytes(forecast.bytes)}) ${forecast.items === 1 ? 'expires' : 'expire'} within the ${span}` : ''}</span>` : nothing}
      <span class="grow"></span>
      <div class="segments" role="group" aria-label="Span of the forecast">${Object.entries(SPANS).map(([name, s]) => html`
        <button aria-pressed=${span === name} @click=${() => { span = name; attempt(tick).then(update); }}>${s.label}</button>`)}</div></div>
    ${forecast ? html`<mayfly-chart .chart=${forecast.chart}></mayfly-chart>` : html`<p class="empty">Loading…</p>`}
  </section>
  <div class="columns">
    <section class="card"><div class="title"><h2>Expiries</h2>
      ${c.expiryEvents ? html`<span class="tag ${streamState}">${streamState === 'live' ? 'live' : 'connecting'}</span>
        <span class="hint" id="received" data-count=${received}>${count(received)} since this page was opened</span>` : nothing}</div>
      ${gap ? html`<p class="warn" role="status">${gap}</p>` : nothing}
      ${!c.expiryEvents ? html`<p>Expiry events are off. <button @click=${() => attempt(async () => {
        await api.post(`${api.containerPath(c)}/expiries?enabled=true`);
        c.expiryEvents = true;
        follow();
      })}>Switch on</button></p>`
        : events.length ? html`<ol class="events" tabindex="0" aria-label="The latest expiries">${latest().map((e) => html`<li>
          <time>${clockTime(e.deadline)}</time> <b>${cell(e.id)}</b> <span class="sub">${content(e.item)}</span></li>`)}</ol>`
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
        <div><dt>RU left for it</dt><dd>${c.purge.leftOverRequestUnits === null ? 'no limit' : count(Math.round(c.purge.leftOverRequestUnits))}</dd></div>
      </dl>
      ${charts ? html`<h3>Items purged per second</h3><mayfly-chart .chart=${charts.purged}></mayfly-chart>
      <h3>Request units per second</h3><mayfly-chart .chart=${charts.units}></mayfly-chart>` : nothing}
    </section>
  </div>`;
}
