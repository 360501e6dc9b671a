import process from 'node:process';

/**
 * Opens pages of the inspector as a browser does, and prints `open`. Each reads its stream and loads its page again
 * whenever it is told of a change. At the end of standard input prints `{ messages, pages }` and ends.
 *
 *   node bench/inspectors.mjs <URL of sandbox open> <count>
 */
const [entrance, count] = process.argv.slice(2);
const { origin } = new URL(entrance);
const paths = ['/sandbox', ...['payables', 'payments', 'events', 'mail'].map(pathOf)];

const entered = await fetch(entrance);
const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0];
const headers = { cookie };
const read = { messages: 0, pages: 0 };

await Promise.all(Array.from({ length: Number(count) }, (_, at) => open(paths[at % paths.length])));
console.log('open');
process.stdin.resume().on('end', () => {
  console.log(JSON.stringify(read));
  process.exit();
});

function pathOf(list) {
  return `/sandbox/inspector/${list}`;
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

/** Returns the mark of what a page shows. */
async function load(path) {
  const answer = await fetch(`${origin}${path}`, { headers });
  const [, mark] = /data-mark="([^"]+)"/.exec(await answer.text()) ?? [];
  if (!mark) throw new Error(`${path}: ${answer.status}, and no page of the inspector`);
  return mark;
}

/** Resolves once the stream of a page is open. */
async function open(path) {
  const mark = await load(path);
  const stream = await fetch(`${origin}${pathOf('live')}?mark=${mark}`, { headers });
  if (!stream.ok) throw new Error(`${path}: ${stream.status}`);
  follow(path, stream.body).catch(fail);
}

/** Reads a stream to its end. A page that is told while it loads loads once more, and not twice. */
async function follow(path, body) {
  let [isLoading, isStale] = [false, false];
  const refresh = async () => {
    isStale = true;
    if (isLoading) return;
    isLoading = true;
    while (isStale) {
      isStale = false;
      await load(path);
      read.pages++;
    }
    isLoading = false;
  };
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const changes = part.match(/^event: changed$/gm)?.length ?? 0;
    read.messages += changes;
    if (changes > 0) refresh().catch(fail);
  }
}
