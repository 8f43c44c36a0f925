// Charts as SVG: bars of a forecast, lines over time, and a small line without axes.
import { html, svg, nothing } from './lit-html.js';
import { count } from './format.js';

const LEFT = 46;
const BOTTOM = 24;
const TOP = 10;

function niceMax(value) {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 2.5, 5, 10]) if (value <= step * power) return step * power;
  return value;
}

/** Texts keep their size: a chart has as many units as it has pixels, about. */
const size = (most, height) => ({
  width: Math.max(320, Math.min(most, window.innerWidth - 70)), height,
});

function grid({ width, height }, max, label) {
  const lines = [];
  for (let i = 0; i <= 4; i++) {
    const y = TOP + (height - TOP - BOTTOM) * (1 - i / 4);
    lines.push(svg`<line class="grid" x1=${LEFT} x2=${width} y1=${y} y2=${y}></line>
      <text class="axis" x=${LEFT - 8} y=${y + 4} text-anchor="end">${label(max * i / 4)}</text>`);
  }
  return lines;
}

const short = (n) => (n >= 1e6 ? `${+(n / 1e6).toFixed(1)} M` : n >= 1e4 ? `${+(n / 1e3).toFixed(1)} k` : count(+n.toFixed(1)));

/** Bars: [{value, label, title}]. */
export function bars(title, data, ticks) {
  const box = size(1100, 230);
  const { width, height } = box;
  const shown = width < 600 ? ticks * 2 : ticks;
  const max = niceMax(Math.max(0, ...data.map((d) => d.value)));
  const step = (width - LEFT) / Math.max(1, data.length);
  const total = data.reduce((sum, d) => sum + d.value, 0);
  const scale = (height - TOP - BOTTOM) / max;
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img"
      aria-label="${title}: ${count(total)} in ${data.length} intervals">
    ${grid(box, max, short)}
    ${data.map((d, i) => svg`<g>
      <rect class="hit" x=${LEFT + i * step} y=${TOP} width=${step} height=${height - TOP - BOTTOM}>
        <title>${d.title}</title></rect>
      ${d.value > 0 ? svg`<rect class="bar" data-value=${d.value} rx="1.5"
        x=${LEFT + i * step + step * 0.12} width=${step * 0.76}
        y=${height - BOTTOM - Math.max(1.5, d.value * scale)} height=${Math.max(1.5, d.value * scale)}></rect>` : nothing}
      ${i % shown === 0 ? svg`<text class="axis" x=${LEFT + i * step} y=${height - 6}>${d.label}</text>` : nothing}
    </g>`)}
  </svg>`;
}

/** Lines over the same moments: series is [{name, values}]. */
export function lines(title, series) {
  const box = size(500, 150);
  const { width, height } = box;
  const length = Math.max(2, ...series.map((s) => s.values.length));
  const max = niceMax(Math.max(0, ...series.flatMap((s) => s.values)));
  const x = (i) => LEFT + (width - LEFT) * (i / (length - 1));
  const y = (v) => TOP + (height - TOP - BOTTOM) * (1 - v / max);
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label=${title}>
    ${grid(box, max, short)}
    ${series.map((s, n) => svg`<polyline class="line s${n}"
      points=${s.values.map((v, i) => `${x(i + length - s.values.length)},${y(v)}`).join(' ')}></polyline>`)}
  </svg>
  <ul class="legend" aria-hidden="true">${series.map((s, n) => html`<li class="s${n}">${s.name}</li>`)}</ul>`;
}

export function sparkline(label, values) {
  const max = Math.max(1, ...values);
  const step = 100 / values.length;
  return html`<svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${values.map((v, i) => svg`<rect x=${i * step + 0.8} width=${step - 1.6}
      y=${24 - Math.max(v > 0 ? 2 : 0.6, v / max * 23)} height=${Math.max(v > 0 ? 2 : 0.6, v / max * 23)}
      class=${v > 0 ? 'bar' : 'none'}></rect>`)}
  </svg>`;
}
