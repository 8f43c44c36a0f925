// Charts as SVG: an element that draws bars or lines over time with axes, and a small chart without.
//
// Its property `chart` is an object that is replaced when something changed, never modified:
//   title    what is shown, for screen readers
//   from, to the interval of time on the horizontal axis
//   ticks    [[at, label]] of the horizontal axis, or a function of the number that there is room for
//   points   [{from, to, values, label}] in order: what is at the pointer, and how it is read out
//   series   the names of the values
//   kind     'bars' or 'lines'
//   height   in pixels
//   empty    what is said if all values are 0
import { html, svg, render, nothing } from './lit-html.js';
import { count } from './format.js';

const TOP = 12;
const BOTTOM = 26;
const RIGHT = 8;
const LETTER = 6.4;
const TICK_ROOM = 66;

/** Values as short as the axis needs them. */
export const short = (n) => (n >= 1e6 ? `${+(n / 1e6).toFixed(1)} M` : n >= 1e4 ? `${+(n / 1e3).toFixed(1)} k` : count(+n.toFixed(1)));

/** Whole, round steps from 0 to at least the largest value: three to five of them. */
export function scale(largest) {
  const least = Math.max(1, largest / 5);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least);
  const steps = Math.max(2, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
}

const TIME_STEPS = [60, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];

/** Round moments of the day, as many as there is room for; where a day begins its name is shown. */
export function timeTicks(from, to, room) {
  const step = TIME_STEPS.find((each) => (to - from) / each <= room) ?? TIME_STEPS.at(-1);
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) {
    const date = new Date(at * 1000);
    ticks.push([at, at % 86400 === 0
      ? date.toLocaleDateString('en', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
      : date.toISOString().slice(11, 16)]);
  }
  return ticks;
}

class Chart extends HTMLElement {
  #chart = null;
  #at = null;
  #width = 0;
  #observer = new ResizeObserver(() => {
    if (this.clientWidth !== this.#width) this.#draw();
  });

  set chart(chart) {
    this.#chart = chart;
    if (this.#at !== null && this.#at >= chart.points.length) this.#at = null;
    this.#draw();
  }

  connectedCallback() {
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  #look(at) {
    if (at === this.#at) return;
    this.#at = at;
    this.#draw();
  }

  #draw() {
    this.#width = this.clientWidth;
    if (this.#chart && this.#width > 0) render(this.#content(), this);
  }

  #onKey(event) {
    const last = this.#chart.points.length - 1;
    const next = { ArrowRight: (this.#at ?? -1) + 1, ArrowLeft: (this.#at ?? last + 1) - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') this.#look(null);
    else if (next !== undefined) {
      event.preventDefault();
      this.#look(Math.min(last, Math.max(0, next)));
    }
  }

  #onPointer(event, frame) {
    const moment = frame.moment(event.clientX - this.getBoundingClientRect().left);
    const { points } = this.#chart;
    const at = points.findIndex((p) => p.from <= moment && moment < p.to);
    this.#look(at < 0 ? null : at);
  }

  #frame() {
    const { from, to, points, height } = this.#chart;
    const steps = scale(Math.max(0, ...points.flatMap((p) => p.values)));
    const width = this.#width;
    const left = 14 + Math.max(...steps.map((s) => short(s).length)) * LETTER;
    const inner = Math.max(1, width - left - RIGHT);
    return {
      width, height, left, inner, steps,
      x: (moment) => left + inner * (moment - from) / (to - from),
      y: (value) => TOP + (height - TOP - BOTTOM) * (1 - value / steps.at(-1)),
      moment: (x) => from + (to - from) * (x - left) / inner,
    };
  }

  #content() {
    const { title, kind, points, series, empty } = this.#chart;
    const frame = this.#frame();
    const shown = points[this.#at];
    const nothingThere = points.every((p) => p.values.every((v) => v === 0));
    return html`<svg class="chart" viewBox="0 0 ${frame.width} ${frame.height}" width=${frame.width} height=${frame.height}
        role="img" tabindex="0" aria-label="${title}. ${this.#summary()} The arrow keys read out the values."
        @pointermove=${(e) => this.#onPointer(e, frame)} @pointerleave=${() => this.#look(null)}
        @keydown=${(e) => this.#onKey(e)} @blur=${() => this.#look(null)}>
      ${this.#axes(frame)}
      ${shown ? svg`<rect class="column" x=${frame.x(shown.from)} width=${Math.max(1, frame.x(shown.to) - frame.x(shown.from))}
        y=${TOP} height=${frame.height - TOP - BOTTOM}></rect>` : nothing}
      ${kind === 'bars' ? this.#bars(frame) : this.#lines(frame)}
      ${nothingThere && empty ? svg`<text class="none" text-anchor="middle" x=${frame.left + frame.inner / 2}
        y=${TOP + (frame.height - TOP - BOTTOM) / 2}>${empty}</text>` : nothing}
      ${shown ? this.#tip(frame, shown) : nothing}
    </svg>
    <p class="hidden" role="status">${shown ? this.#texts(shown).join(', ') : ''}</p>
    ${series.length > 1 ? html`<ul class="legend" aria-hidden="true">${series.map((name, n) => html`<li class="s${n}">${name}</li>`)}</ul>` : nothing}`;
  }

  #summary() {
    const { points, kind } = this.#chart;
    if (!points.length) return '';
    const most = points.reduce((a, b) => (b.values[0] > a.values[0] ? b : a));
    if (most.values[0] === 0) return 'All values are 0.';
    const total = points.reduce((sum, p) => sum + p.values[0], 0);
    return `${kind === 'bars' ? `${count(total)} in ${points.length} intervals, the` : 'The'} most, ${short(most.values[0])}: ${most.label}.`;
  }

  #texts(point) {
    return [point.label, ...(point.texts ?? point.values.map((v, n) => `${short(v)} ${this.#chart.series[n]}`))];
  }

  #axes({ width, left, inner, height, steps, x, y }) {
    const { ticks, from, to } = this.#chart;
    const room = Math.max(2, Math.floor(inner / TICK_ROOM));
    const list = typeof ticks === 'function' ? ticks(from, to, room) : ticks;
    return svg`${steps.map((step) => svg`<line class="grid" x1=${left} x2=${left + inner} y1=${Math.round(y(step)) + 0.5} y2=${Math.round(y(step)) + 0.5}></line>
        <text class="axis" x=${left - 8} y=${y(step) + 4} text-anchor="end">${short(step)}</text>`)}
      ${list.map(([at, label]) => svg`<line class="tick" x1=${x(at)} x2=${x(at)} y1=${height - BOTTOM} y2=${height - BOTTOM + 5}></line>
        <text class="axis" x=${x(at)} y=${height - 6} text-anchor=${x(at) + label.length * LETTER / 2 > width ? 'end' : 'middle'}>${label}</text>`)}`;
  }

  #bars({ x, y, height }) {
    return this.#chart.points.filter((p) => p.values[0] > 0).map((p) => {
      const room = x(p.to) - x(p.from);
      const tall = Math.max(1.5, height - BOTTOM - y(p.values[0]));
      return svg`<rect class="bar" data-value=${p.values[0]} rx=${Math.min(2, room / 4)} x=${x(p.from) + room * 0.12}
        width=${room * 0.76} y=${height - BOTTOM - tall} height=${tall}></rect>`;
    });
  }

  #lines({ x, y, height }) {
    const { points, series } = this.#chart;
    if (!points.length) return nothing;
    const middle = (p) => x((p.from + p.to) / 2);
    const path = (n) => points.map((p) => `${middle(p).toFixed(1)},${y(p.values[n]).toFixed(1)}`).join(' ');
    const shown = points[this.#at];
    return svg`<polygon class="area" points="${middle(points[0])},${height - BOTTOM} ${path(0)} ${middle(points.at(-1))},${height - BOTTOM}"></polygon>
      ${series.map((_, n) => svg`<polyline class="line s${n}" points=${path(n)}></polyline>`)}
      ${shown ? series.map((_, n) => svg`<circle class="dot s${n}" r="3.5" cx=${middle(shown)} cy=${y(shown.values[n])}></circle>`) : nothing}`;
  }

  /** What is at the pointer, beside it and never outside of the chart. */
  #tip({ left, inner, x }, point) {
    const texts = this.#texts(point);
    const width = Math.max(...texts.map((t, n) => t.length * (n ? LETTER + 0.6 : LETTER + 1.6))) + 20;
    const middle = x((point.from + point.to) / 2);
    const at = middle + 12 + width > left + inner ? Math.max(0, middle - 12 - width) : middle + 12;
    return svg`<g class="tip" transform="translate(${at} ${TOP})">
      <rect width=${width} height=${texts.length * 17 + 12} rx="6"></rect>
      ${texts.map((text, n) => svg`<text x="10" y=${19 + n * 17} class=${n ? '' : 'strong'}>${text}</text>`)}</g>`;
  }
}

customElements.define('mayfly-chart', Chart);

export function sparkline(label, values) {
  const max = Math.max(1, ...values);
  const step = 100 / values.length;
  return html`<svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${values.map((v, i) => svg`<rect x=${i * step + 0.8} width=${step - 1.6}
      y=${24 - Math.max(v > 0 ? 2 : 0.6, v / max * 23)} height=${Math.max(v > 0 ? 2 : 0.6, v / max * 23)}
      class=${v > 0 ? 'bar' : 'none'}></rect>`)}
  </svg>`;
}
