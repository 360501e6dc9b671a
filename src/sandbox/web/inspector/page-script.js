document
  .querySelector('.rooms [aria-current]')
  ?.scrollIntoView({ block: 'nearest', inline: 'center' });

// `/` focuses the search, unless the key is typed into a field.
document.addEventListener('keydown', (event) => {
  const field = event.target.closest('input, select, textarea, [contenteditable]');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || field) return;
  const search = document.getElementById('search');
  if (!search) return;
  event.preventDefault();
  search.focus();
  search.select();
});

// The frame of an email is as high as its content.
const fitToContent = (frame) => {
  const body = frame.contentDocument?.body;
  if (body) frame.height = body.offsetHeight + 2;
};
document.addEventListener(
  'load',
  ({ target }) => target.localName === 'iframe' && fitToContent(target),
  true,
);
document.querySelectorAll('iframe').forEach(fitToContent);

const label = (button, text, id) => {
  button.textContent = text;
  button.setAttribute('aria-label', `${text} ${id}`);
};

/** Adds a button beside each id and each command that copies it. */
const addCopyButtons = (page) => {
  for (const it of page.querySelectorAll('main .id, main .command')) {
    const id = it.textContent.trim();
    if (!/^[a-z]+_[a-z0-9]+$|^remit /.test(id)) continue;
    const button = page.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.dataset.id = id;
    label(button, 'Copy', id);
    it.after(button);
  }
};

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('.copy');
  if (!button) return;
  const { id } = button.dataset;
  await navigator.clipboard.writeText(id);
  label(button, 'Copied', id);
  setTimeout(() => label(button, 'Copy', id), 1500);
});

/** Gives each row of a table an id, that of its first link: by it a row is the same row after an update. */
const identifyRows = (page) => {
  const known = new Set();
  for (const row of page.querySelectorAll('.rows tbody tr')) {
    const href = row.querySelector('a[href]')?.getAttribute('href');
    if (!href || known.has(href)) continue;
    known.add(href);
    row.id = href;
  }
};

const prepare = (page) => {
  addCopyButtons(page);
  identifyRows(page);
};
prepare(document);

/** Attributes that users change, or this script. An update leaves them as they are. */
const ownAttributes = {
  DETAILS: ['open'],
  IFRAME: ['height'],
  INPUT: ['value', 'checked'],
  OPTION: ['selected'],
};

const callbacks = {
  beforeAttributeUpdated: (name, { tagName, type }) =>
    type === 'hidden' || !ownAttributes[tagName]?.includes(name),
  beforeNodeAdded: (node) => {
    if (node.tagName === 'TR') node.classList.add('new');
    return true;
  },
};

// The page updates when the sandbox reports that something changed. A page that is not seen has no stream. After an
// error the stream opens again, and updates the page then.
const shown = document.querySelector('.inspector[data-mark]');
let source;
let isLoading = false;
let isStale = false;

const say = (text) => {
  const state = shown.querySelector('.live');
  if (state.textContent !== text) state.textContent = text;
};

const stop = (text) => {
  source?.close();
  source = undefined;
  say(text);
};

const update = async () => {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector('.inspector[data-mark]');
  if (!next) return stop('Not live');
  const { Idiomorph } = await import('/sandbox-assets/idiomorph.js');
  prepare(page);
  next.querySelector('.live').textContent = 'Live';
  document.title = page.title;
  Idiomorph.morph(shown, next, { callbacks });
};

const refresh = async () => {
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  try {
    while (isStale && source) {
      isStale = false;
      await update();
    }
  } catch {
    isStale = true;
  } finally {
    isLoading = false;
  }
};

const listen = () => {
  if (source || document.hidden) return;
  source = new EventSource(`/sandbox/inspector/live?mark=${shown.dataset.mark}`);
  source.addEventListener('changed', refresh);
  source.onopen = () => {
    say('Live');
    if (isStale) void refresh();
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
