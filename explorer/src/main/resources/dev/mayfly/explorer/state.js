// What all views share, and when they are drawn.
export const state = {
  route: { name: 'overview' },
  session: null,
  signIn: false,
  offline: false,
  notice: null,
  containers: null,
  databases: [],
  clock: null,
};

let draw = () => {};
let pending = false;

export function onDraw(render) {
  draw = render;
}

/** Draws once in the next frame, however often it is called. */
export function update() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => {
    pending = false;
    draw();
  });
}

let noticeTimer;

/** Shows a message for some seconds; errors stay until they are closed. */
export function notify(message, kind = 'info') {
  state.notice = { message, kind };
  clearTimeout(noticeTimer);
  if (kind !== 'error') noticeTimer = setTimeout(closeNotice, 4000);
  update();
}

export function closeNotice() {
  state.notice = null;
  update();
}

/** Runs what a button does and shows why it failed if it does. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    notify(error.message, 'error');
    return undefined;
  }
}

/** The server's time now, between two looks at its clock. */
export function now() {
  const clock = state.clock;
  if (!clock) return Math.floor(Date.now() / 1000);
  return clock.frozen
    ? clock.epochSecond
    : clock.epochSecond + Math.floor((performance.now() - clock.readAt) / 1000);
}

/** An address that somebody typed may be no encoded text. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = {
  of(hash) {
    const parts = hash.replace(/^#\/?/, '').split('?')[0].split('/').map(decoded);
    if (parts[0] === 'c' && parts.length >= 3) {
      return { name: parts[3] || 'items', database: parts[1], container: parts[2] };
    }
    return { name: parts[0] || 'overview' };
  },
  to: (c, view) =>
    `#/c/${encodeURIComponent(c.database)}/${encodeURIComponent(c.container)}/${view}`,
};

export function currentContainer() {
  const { database, container } = state.route;
  return state.containers?.find((c) => c.database === database && c.container === container);
}
