// Numbers, sizes and times as people read them.
const numbers = new Intl.NumberFormat('en');

export const count = (n) => numbers.format(n);

export const items = (n) => `${count(n)} ${n === 1 ? 'item' : 'items'}`;

export function bytes(n) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = n;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function duration(seconds) {
  const s = Math.max(0, Math.round(seconds));
  const two = (first, unit, second, small) => (second ? `${first} ${unit} ${String(second).padStart(2, '0')} ${small}` : `${first} ${unit}`);
  if (s < 60) return `${s} s`;
  if (s < 3600) return two(Math.floor(s / 60), 'min', s % 60, 's');
  if (s < 86400) return two(Math.floor(s / 3600), 'h', Math.floor(s % 3600 / 60), 'min');
  const days = Math.floor(s / 86400);
  return `${count(days)} ${days === 1 ? 'day' : 'days'}`;
}

export const clockTime = (second) =>
  new Date(second * 1000).toISOString().slice(11, 19);

export const dateTime = (second) =>
  new Date(second * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');

export function ttl(defaultTtl) {
  if (defaultTtl === null || defaultTtl === undefined) return 'Off';
  return defaultTtl === -1 ? 'On (no default)' : `On, ${duration(defaultTtl)}`;
}

/** A value of an item in a cell of a table. */
export function cell(value) {
  if (value === undefined) return '';
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}
