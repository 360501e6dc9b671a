/** The script of the inspector. Every page works without it. */

import type { Reply } from '../../context/problem-details.ts';
import { LIVE_PATH } from '../page-paths.ts';

/** The path of the script. It is outside the inspector, so that it needs no cookie. */
export const SCRIPT = '/sandbox-assets/inspector.js';

/**
 * `/` focuses the search, unless the key is typed into a field; ids get a button that copies them; the frame of an email
 * is as high as its content.
 */
const keysAndCopies = `
document.querySelector('.rooms [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
document.addEventListener('keydown', (event) => {
  const field = event.target.closest('input, select, textarea, [contenteditable]');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || field) return;
  const search = document.getElementById('search');
  if (!search) return;
  event.preventDefault();
  search.focus();
  search.select();
});
const fit = (frame) => {
  const body = frame.contentDocument?.body;
  if (body) frame.height = body.offsetHeight + 2;
};
const fitFrames = () => document.querySelectorAll('iframe').forEach(fit);
document.addEventListener('load', ({ target }) => target.localName === 'iframe' && fit(target), true);
fitFrames();
const label = (button, text, id) => {
  button.textContent = text;
  button.setAttribute('aria-label', text + ' ' + id);
};
const addCopyButtons = (page) => {
  for (const it of page.querySelectorAll('main .id')) {
    const id = it.textContent.trim();
    if (!/^[a-z]+_[a-z0-9]+$/.test(id)) continue;
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.dataset.id = id;
    label(button, 'Copy', id);
    it.after(button);
  }
};
addCopyButtons(document);
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('.copy');
  if (!button) return;
  const { id } = button.dataset;
  await navigator.clipboard.writeText(id);
  label(button, 'Copied', id);
  setTimeout(() => label(button, 'Copy', id), 1500);
});
`;

/**
 * Replaces the children of an element by those of another, in place: nodes that stay are the same nodes, so that focus,
 * scroll positions, open parts and typed text stay. Rows of a table are the same if their first links are.
 */
const morph = `
const keyOf = (it) =>
  it.id || (it.tagName === 'TR' && it.querySelector('a[href]')?.getAttribute('href')) || undefined;
const morphAttributes = (from, to) => {
  for (const { name, value } of to.attributes) {
    if (name !== 'open' && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  for (const { name } of [...from.attributes]) {
    if (name !== 'open' && !to.hasAttribute(name)) from.removeAttribute(name);
  }
};
const morph = (from, to) => {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  morphAttributes(from, to);
  const wanted = new Set([...to.childNodes].map(keyOf));
  const old = new Map();
  for (const it of [...from.childNodes]) {
    const key = keyOf(it);
    if (key === undefined) continue;
    if (wanted.has(key) && !old.has(key)) old.set(key, it);
    else it.remove();
  }
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    const key = keyOf(next);
    const fits = at && !key && !keyOf(at) && at.nodeName === next.nodeName;
    const same = key ? old.get(key) : fits ? at : undefined;
    if (same?.nodeName !== next.nodeName) {
      if (next.tagName === 'TR' && at) next.classList.add('new');
      from.insertBefore(next, at);
      continue;
    }
    old.delete(key);
    if (same === at) at = at.nextSibling;
    else from.insertBefore(same, at);
    morph(same, next);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
};
`;

/**
 * Updates the page when the sandbox tells that something changed. A page that is not seen has no stream. After an error
 * the stream opens again, and refreshes the page then.
 */
const liveUpdates = `
const shown = document.querySelector('.inspector[data-mark]');
let source, isLoading, isStale;
const refresh = async () => {
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  try {
    while (isStale && source) {
      isStale = false;
      const response = await fetch(location.href);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = page.querySelector('.inspector[data-mark]');
      if (!next) return stop('Not live');
      addCopyButtons(page);
      document.title = page.title;
      shown.dataset.mark = next.dataset.mark;
      next.querySelector('.live').textContent = 'Live';
      for (const part of ['header', 'main']) {
        morph(shown.querySelector(':scope > ' + part), next.querySelector(':scope > ' + part));
      }
      fitFrames();
    }
  } catch {
    isStale = true;
  } finally {
    isLoading = false;
  }
};
const say = (text) => {
  const state = shown.querySelector('.live');
  if (state.textContent !== text) state.textContent = text;
};
const stop = (text) => {
  source?.close();
  source = undefined;
  say(text);
};
const listen = () => {
  if (source || document.hidden) return;
  source = new EventSource('${LIVE_PATH}?mark=' + shown.dataset.mark);
  source.addEventListener('changed', refresh);
  source.onopen = () => {
    say('Live');
    if (isStale) refresh();
  };
  source.onerror = () =>
    source.readyState === EventSource.CLOSED ? stop('Not live') : say('Connecting');
};
if (shown) {
  listen();
  document.addEventListener('visibilitychange', () => (document.hidden ? stop('') : listen()));
  addEventListener('pagehide', () => stop(''));
  addEventListener('pageshow', listen);
}
`;

/** The response with the script, without the indents of its source. */
export const scriptReply: Reply = {
  status: 200,
  headers: {
    'Content-Type': 'text/javascript; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `'use strict';${keysAndCopies}${morph}${liveUpdates}`.replaceAll(/\n\s+/g, '\n'),
};
