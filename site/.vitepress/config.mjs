import { readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig } from 'vitepress';
import { folderOf } from '../sections.mjs';

const sections = JSON.parse(
  readFileSync(new URL('../pages/sections.json', import.meta.url), 'utf8'),
);
const pathOf = (title) => `/${folderOf(title)}/`;
const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='#0b6e4f'/><path d='M3 8h9M8.500 4.500 12 8l-3.500 3.500' stroke='#fff' stroke-width='2' fill='none'/></svg>";

const links = sections.map(({ text, items }) => ({
  text,
  link: items[0].link,
  activeMatch: `^${pathOf(text)}`,
}));

/** The site: nothing on its pages is requested from elsewhere. */
export default defineConfig({
  title: 'remit',
  description: 'Approve and pay business invoices by ACH from the command line',
  lang: 'en-US',
  srcDir: 'pages',
  base: process.env.REMIT_DOCS_BASE ?? '/',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  markdown: {
    linkify: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    // Eight links are too many for a small window.
    nav: [...links.slice(0, 6), { text: 'More', items: links.slice(6) }],
    sidebar: Object.fromEntries(sections.map((it) => [pathOf(it.text), [it]])),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // What to do comes before why it was decided so.
            boostDocument: (path) => {
              if (/\/(get-started|guides)\//.test(path)) return 3;
              return path.includes('/decisions/') ? 0.2 : 1;
            },
          },
        },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
