// Writes the pages of the site to `site/pages`: those of docs, the decisions, a page for each group of commands and for
// each help topic. Needs the built program.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import process from 'node:process';
import { chapters, commonSections, fenced, run, section } from '../packaging/command-chapters.mjs';
import { folderOf, sections } from './sections.mjs';

process.chdir(resolve(import.meta.dirname, '..'));
const target = 'site/pages';

/** The files of pages: those of docs, and two beside it. */
const files = [
  ...namesIn('docs').filter((it) => it !== 'docs/commands.md'),
  ...namesIn('docs/adr'),
  'SECURITY.md',
  'CHANGELOG.md',
];

rmSync(target, { recursive: true, force: true });
const all = chapters();
const full = {
  ...sections,
  Commands: ['index', ...all.map(([word]) => word)],
  Decisions: namesIn('docs/adr').map((it) => basename(it, '.md')),
};
/** The page of each file, such as `guides/matching.md`. */
const pageOf = Object.fromEntries(files.map((file) => [file, pageNamed(nameOf(file))]));

for (const [file, page] of Object.entries(pageOf)) {
  write(page, withLinks(readFileSync(file, 'utf8'), file));
  // A picture is beside its page.
  for (const [, picture] of readFileSync(file, 'utf8').matchAll(/!\[[^\]]*\]\(([^):]+)\)/g)) {
    const copy = join(target, dirname(page), picture);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(dirname(file), picture), copy);
  }
}

const summaries = Object.fromEntries(
  [...run('help').matchAll(/^ {2}(\S+) +(\S.*)$/gm)].map(([, word, summary]) => [word, summary]),
);
for (const [word, entries] of all) {
  const summary = summaries[word] === undefined ? [] : [`${summaries[word]}.`, ''];
  const its = entries.flatMap((it) => section(it, './index.md#global-flags'));
  // A page has one heading of the first level.
  const lines = its.map((line) => line.replace(/^### /, '## '));
  write(`commands/${word}.md`, [`# remit ${word}`, '', ...summary, ...lines].join('\n'));
}
write(
  'commands/index.md',
  [
    '# Commands',
    '',
    'Every command, as `remit <command> --help` shows it.',
    '',
    '| command | purpose |',
    '| --- | --- |',
    ...all.map(([word]) => `| [${word}](${word}.md) | ${summaries[word] ?? ''} |`),
    '',
    ...commonSections(),
  ].join('\n'),
);
const topics = Object.values(sections)
  .flat()
  .filter((it) => it.startsWith('help/'));
for (const name of topics) {
  const topic = name.slice('help/'.length);
  write(
    pageNamed(name),
    [
      `# Help: ${topic.replaceAll('-', ' ')}`,
      '',
      `\`remit help ${topic}\``,
      '',
      ...fenced('text', run('help', topic)),
    ].join('\n'),
  );
}
/** The pictures of the first page, with what is on them. */
const pictures = {
  'recording.svg':
    'A terminal: a status, a payment, its duplicate blocked, and the log of the invoice',
  'inspector-light.png':
    'The inspector: payables by status, the next 14 days, and money in the ledger',
  'inspector-dark.png': 'The inspector in dark colors',
};
write('index.md', home());
writeFileSync(join(target, 'sections.json'), JSON.stringify(sectionList(), undefined, 2));

function namesIn(folder) {
  return readdirSync(folder)
    .filter((it) => it.endsWith('.md'))
    .map((it) => `${folder}/${it}`);
}

/** Returns the name of a file in the sections. */
function nameOf(file) {
  return basename(file, '.md').replace(/^[A-Z]+$/, (name) => name.toLowerCase());
}

/** Returns the path of a page. Throws unless exactly one section has it. */
function pageNamed(name) {
  const named = { ...full, Commands: [] };
  const found = Object.keys(named).filter((title) => named[title].includes(name));
  if (found.length !== 1) throw new Error(`site/sections.mjs: ${name} must be in one section.`);
  return `${folderOf(found[0])}/${name.replace('/', '-')}.md`;
}

function write(page, text) {
  const file = join(target, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Leads links to other pages of the site; a link to a file that is no page becomes its text. */
function withLinks(text, source) {
  const page = pageOf[source];
  return outsideCode(text, (part) =>
    part.replaceAll(/(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (link, label, href) => {
      if (/^(https?:|#)/.test(href)) return link;
      const [path, anchor] = href.split('#');
      const file = posix.join(posix.dirname(source), path);
      const found = file === 'docs/commands.md' ? 'commands/index.md' : pageOf[file];
      if (found === undefined) return label;
      const relative = posix.relative(posix.dirname(page), found);
      return `[${label}](${relative}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** Changes a text outside its blocks of code. */
function outsideCode(text, change) {
  return text
    .split(/^(```.*?^```$)/ms)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/** Returns the sections with the titles and links of their pages. */
function sectionList() {
  return Object.entries(full).map(([text, names]) => ({
    text,
    items: names.map((name) => {
      const page = `${folderOf(text)}/${name.replace('/', '-')}`;
      return { text: titleOf(page), link: `/${page.replace(/index$/, '')}` };
    }),
  }));
}

function titleOf(page) {
  const [, title = page] = /^# (.*)$/m.exec(readFileSync(join(target, `${page}.md`), 'utf8')) ?? [];
  return title.replaceAll('`', '');
}

/** Returns the first page: the sentences of README, pictures of the terminal and the inspector, and three steps. */
function home() {
  const readme = readFileSync('README.md', 'utf8');
  const [, tagline = ''] = /^# remit\n\n(.*)$/m.exec(readme) ?? [];
  const features = [...readme.matchAll(/^- \*\*(.*?)\*\* ((?:.*\n(?: {2}.*\n)*))/gm)]
    .slice(0, 4)
    .map(([, title, details]) => ({
      title: title.replace(/\.$/, ''),
      details: plain(firstSentences(details.replaceAll(/\s+/g, ' ').trim())),
    }));
  const hero = {
    name: 'remit',
    tagline,
    actions: [
      { theme: 'brand', text: 'Quickstart', link: '/get-started/quickstart' },
      { theme: 'alt', text: 'Commands', link: '/commands/' },
      { theme: 'alt', text: 'Safety', link: '/safety/help-money-safety' },
    ],
  };
  // YAML reads JSON.
  for (const picture of Object.keys(pictures)) cpSync(`docs/${picture}`, join(target, picture));
  const front = { layout: 'first-page', title: 'remit', titleTemplate: false, hero, features };
  return ['---', JSON.stringify(front, undefined, 2), '---', '', ...firstPage()].join('\n');
}

/** Returns the first page below its features. */
function firstPage() {
  const image = (name, kind = '') =>
    `<img class="picture ${kind}" src="./${name}" alt="${pictures[name]}" loading="lazy">`;
  return [
    '## Pay an invoice in three steps',
    '',
    '1. **Start a sandbox.** It is the whole service on your machine, with demo data.',
    '   `remit sandbox start --seed demo`',
    '2. **See what is due.** Invoices to approve and to pay, with the command for each. `remit status`',
    '3. **Pay.** You see payee, amount, bank account and settlement date before you confirm.',
    '   `remit pay initiate CL-1001`',
    '',
    image('recording.svg'),
    '',
    '## See where the money is',
    '',
    'The inspector shows the sandbox in a browser: payments on their way, the ledger, every email and every request.',
    'It moves the clock, so a settlement or a return takes a click. `remit sandbox open`',
    '',
    `${image('inspector-light.png', 'of-light')}${image('inspector-dark.png', 'of-dark')}`,
    '',
  ];
}

/** Returns at most two sentences. */
function firstSentences(text) {
  return text
    .split(/(?<=\.) /)
    .slice(0, 2)
    .join(' ');
}

function plain(text) {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll('<', '&lt;');
}
