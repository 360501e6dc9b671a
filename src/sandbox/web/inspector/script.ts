/** The script of the inspector. Every page works without it. */

import type { Reply } from '../../context/problem-details.ts';

/** The path of the script. It is outside the inspector, so that it needs no cookie. */
export const SCRIPT = '/sandbox-assets/inspector.js';

/** The script: `/` focuses the search, unless the key is typed into a field. */
const script = `'use strict';
document.addEventListener('keydown', (event) => {
  const field = event.target.closest('input, select, textarea, [contenteditable]');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || field) return;
  const search = document.getElementById('search');
  if (!search) return;
  event.preventDefault();
  search.focus();
  search.select();
});
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
