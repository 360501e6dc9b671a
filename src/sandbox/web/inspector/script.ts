/** The script of the inspector. Every page works without it. */

import type { Reply } from '../../context/problem-details.ts';

/** The path of the script. It is outside the inspector, so that it needs no cookie. */
export const SCRIPT = '/sandbox-assets/inspector.js';

/** The script: `/` focuses the search, unless the key is typed into a field; ids get a button that copies them. */
const script = `'use strict';
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
for (const it of document.querySelectorAll('main .id')) {
  const id = it.textContent.trim();
  if (!/^[a-z]+_[a-z0-9]+$/.test(id)) continue;
  const button = document.createElement('button');
  const label = (text, name) => {
    button.textContent = text;
    button.setAttribute('aria-label', name);
  };
  button.type = 'button';
  button.className = 'copy';
  label('Copy', 'Copy ' + id);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(id);
    label('Copied', 'Copied ' + id);
    setTimeout(() => label('Copy', 'Copy ' + id), 1500);
  });
  it.after(button);
}
`;

/** The response with the script. */
export const scriptReply: Reply = {
  status: 200,
  headers: {
    'Content-Type': 'text/javascript; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  },
  body: script,
};
