// The page: what is shown around the views, and which view is shown.
import { html, render, nothing } from './lit-html.js';
import * as api from './api.js';
import { state, update, onDraw, notify, closeNotice, attempt, now, route, currentContainer } from './state.js';
import { dateTime, items as itemCount } from './format.js';
import * as overview from './overview.js';
import * as items from './items.js';
import * as query from './query.js';
import * as settings from './settings.js';
import * as expiry from './expiry.js';
import * as server from './server.js';
import * as connect from './connect.js';

const views = { overview, items, query, settings, expiry, server, connect };
const containerViews = [['items', 'Items'], ['query', 'Query'], ['settings', 'Settings'], ['expiry', 'Expiry']];
let shown = null;

function theme() {
  return document.documentElement.dataset.theme || '';
}

function setTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem('theme', name);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  update();
}

function nextTheme() {
  const dark = theme() ? theme() === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
}

const link = (name, label) => html`<a href="#/${name}" aria-current=${state.route.name === name ? 'page' : nothing}>${label}</a>`;

function header() {
  return html`<header>
    <a class="skip" href="#main" @click=${(e) => { e.preventDefault(); document.getElementById('main')?.focus(); }}>Skip to the content</a>
    <a class="brand" href="#/overview"><img src="/explorer/app/icon.svg" alt="" width="26" height="26"><span>Mayfly</span></a>
    ${state.signIn ? nothing : html`<nav aria-label="Pages">${link('overview', 'Overview')}${link('server', 'Server')}${link('connect', 'Connect')}</nav>`}
    <span class="grow"></span>
    ${state.clock ? html`<span class="clock" title="The clock that time to live goes by">
      <span class="date">${dateTime(now()).slice(0, 10)}</span> ${dateTime(now()).slice(11)}${state.clock.frozen ? html` <b class="tag">frozen</b>` : nothing}</span>` : nothing}
    <button class="quiet" @click=${nextTheme} aria-label="Switch between light and dark">◐</button>
    ${state.session?.required && state.session.signedIn
      ? html`<button class="quiet" @click=${signOut}>Sign out</button>` : nothing}
  </header>`;
}

function containerHead() {
  const c = state.route;
  const known = currentContainer();
  return html`<div class="head">
    <p class="crumbs"><a href="#/overview">Overview</a> <span aria-hidden="true">/</span> ${c.database}</p>
    <h1>${c.container} ${known ? html`<span class="badge">${known.api === 'mongodb' ? 'MongoDB' : 'NoSQL'}</span>` : nothing}
      ${known ? html`<span class="live" data-count=${known.items}>${itemCount(known.items)}</span>` : nothing}</h1>
    <nav class="tabs" aria-label="Views of the container">${containerViews.map(([name, label]) => html`
      <a href=${route.to(c, name)} aria-current=${c.name === name ? 'page' : nothing}>${label}</a>`)}</nav>
  </div>`;
}

function signInForm() {
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      await api.post('/explorer/session', { name: form.get('name').trim(), secret: form.get('secret') });
      state.signInError = null;
      state.signIn = false;
      await loadSession();
      refresh();
    } catch (error) {
      state.signInError = error.message;
      update();
    }
  };
  return html`<main class="signin"><form class="card" @submit=${submit}>
    <h1>Sign in</h1>
    <p>This server has credentials. Sign in with an account key, or with a MongoDB user that has the role <code>root</code>.</p>
    <label>User <span class="hint">leave empty for an account key</span>
      <input name="name" autocomplete="username" spellcheck="false"></label>
    <label>Account key or password
      <input name="secret" type="password" autocomplete="current-password" required></label>
    ${state.signInError ? html`<p class="error" role="alert">${state.signInError}</p>` : nothing}
    <button class="primary">Sign in</button>
  </form></main>`;
}

async function signOut() {
  await attempt(() => api.remove('/explorer/session'));
  state.signIn = true;
  state.containers = null;
  await loadSession();
}

function page() {
  if (state.signIn) return html`${header()}${signInForm()}`;
  const view = views[state.route.name];
  const inContainer = Boolean(state.route.container);
  if (!view) return html`${header()}<main><h1>There is no such page</h1><p><a href="#/overview">Overview</a></p></main>`;
  const missing = inContainer && state.containers && !currentContainer();
  return html`${header()}
    ${state.offline ? html`<p class="banner" role="status">The server does not answer. Trying again…</p>` : nothing}
    <main id="main" tabindex="-1">${inContainer ? containerHead() : nothing}
      ${missing ? html`<p class="empty">There is no container of this name. <a href="#/overview">Back to the overview</a></p>`
        : state.containers || !inContainer ? view.view() : html`<p class="empty">Loading…</p>`}</main>
    ${state.notice ? html`<div class="notice ${state.notice.kind}" role=${state.notice.kind === 'error' ? 'alert' : 'status'}>
      <span>${state.notice.message}</span><button class="quiet" @click=${closeNotice} aria-label="Close this message">✕</button></div>` : nothing}`;
}

async function loadSession() {
  state.session = await api.get('/explorer/session');
  api.setCsrf(state.session.csrf);
  if (state.session.required && !state.session.signedIn) state.signIn = true;
  update();
}

/** Reads what all views show: the clock and the containers with their counts. */
async function refresh() {
  if (state.signIn) return;
  try {
    const [clock, list] = await Promise.all([api.get('/clock'), api.get('/containers')]);
    state.clock = { ...clock, readAt: performance.now() };
    state.containers = list.containers;
    state.databases = list.databases;
    state.more = list.more;
    await views[state.route.name]?.tick?.();
  } catch (error) {
    if (error.status !== 0 && error.status !== 401) notify(error.message, 'error');
  }
  update();
}

function navigate() {
  const next = route.of(location.hash);
  const key = JSON.stringify(next);
  if (shown?.key !== key) {
    shown?.view?.leave?.();
    state.route = next;
    shown = { key, view: views[next.name] };
    shown.view?.enter?.();
    document.title = next.container ? `${next.container} · Mayfly` : 'Mayfly Explorer';
    window.scrollTo(0, 0);
  }
  update();
}

api.onConnection({
  offline: () => { state.offline = true; update(); },
  online: () => { state.offline = false; notify('Connected again.'); loadSession().catch(() => {}); },
  signIn: () => { state.signIn = true; update(); },
});

async function start() {
  const wanted = new URLSearchParams(location.search).get('theme');
  let kept = '';
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // Without storage the page follows the system.
  }
  if (wanted || kept) document.documentElement.dataset.theme = wanted || kept;
  onDraw(() => render(page(), document.getElementById('app')));
  window.addEventListener('hashchange', navigate);
  try {
    await loadSession();
    await refresh();
  } catch {
    state.offline = true;
  }
  navigate();
  await refresh();
  document.documentElement.dataset.ready = 'true';
  const loop = async () => {
    if (!document.hidden || state.offline) await refresh();
    setTimeout(loop, state.offline ? 1000 : 1500);
  };
  setTimeout(loop, 1500);
  setInterval(() => { if (!document.hidden) update(); }, 500);
}

start();
