/** The files that pages of the inspector load. They are outside the inspector, so that they need no cookie. */

import morph from 'idiomorph/dist/idiomorph.min.js?raw';
import type { Endpoint } from '../../context/handler-context.ts';
import pageScript from './page-script.js?raw';
import { css } from './style.ts';

/** The path of the stylesheet. */
export const STYLE = '/sandbox-assets/inspector.css';
/** The path of the script, which every page works without. */
export const SCRIPT = '/sandbox-assets/inspector.js';
/** The path of idiomorph as a module, which the script loads when a page changes first. */
export const MORPH = '/sandbox-assets/idiomorph.js';

const asset = (path: string, type: string, body: string): Endpoint => ({
  ...{ method: 'GET', path },
  work: async () => ({
    status: 200,
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'X-Content-Type-Options': 'nosniff' },
    body,
  }),
});

/** The endpoints of the files, without the spaces and line breaks of their sources. */
export const assets: readonly Endpoint[] = [
  asset(STYLE, 'text/css', minified(css)),
  asset(SCRIPT, 'text/javascript', pageScript.replaceAll(/\n\s+/g, '\n')),
  asset(MORPH, 'text/javascript', `${morph}\nexport { Idiomorph };\n`),
];

function minified(styles: string): string {
  return styles
    .replaceAll(/\/\*.*?\*\//g, '')
    .replaceAll(/\s*([{};])\s*/g, '$1')
    .replaceAll(/: +(?=[^{}]*\})/g, ':')
    .replaceAll(/ ?([,>])\s+/g, '$1')
    .replaceAll(';}', '}');
}
