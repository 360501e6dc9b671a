// bash .ci/prism: runs the tests listed below with a third-party validating proxy between clients and the sandbox. Of
// this repository, it reads only the output of `remit api openapi`. The violations it reports are evaluated here.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const say = (line) => process.stdout.write(`${line}\n`);

const [node, prism] = process.argv.slice(2);
const tests = ['test/stories', 'test/sandbox/permissions', 'test/e2e/story.test.ts'];
// The project thorough has what others are allowed to do, where a logo is set whose bytes the proxy can read.
const projects = ['default', 'thorough', 'e2e'].flatMap((name) => ['--project', name]);

const folder = mkdtempSync(join(tmpdir(), 'remit-prism-'));
const file = join(folder, 'openapi.json');
const log = join(folder, 'seen.ndjson');
const document = output(process.execPath, ['bin/remit.js', 'api', 'openapi']);
writeFileSync(file, document);
writeFileSync(log, '');

// The proxy forwards all requests to one address; this server forwards each to the sandbox that its sender named.
const back = createServer((incoming, outgoing) => {
  const { 'x-upstream': upstream, ...headers } = incoming.headers;
  if (upstream === undefined) return outgoing.writeHead(404).end();
  const { host } = new URL(upstream);
  const forward = request(new URL(incoming.url, upstream), {
    ...{ method: incoming.method, headers: { ...headers, host }, agent: false },
  });
  forward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  forward.on('error', () => outgoing.destroy());
  incoming.pipe(forward);
});
await new Promise((resolve) => back.listen(0, '127.0.0.1', resolve));

const port = await freePort();
const proxy = spawn(
  node,
  [prism, 'proxy', file, urlOf(back), '--port', port, '--cors', 'false', '-v', 'fatal'],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
process.once('exit', () => proxy.kill());
const url = `http://127.0.0.1:${port}`;
await answering(url);

const running = spawn('npx', ['vitest', 'run', ...projects, ...tests, ...process.argv.slice(4)], {
  stdio: 'inherit',
  env: { ...process.env, REMIT_PRISM: url, REMIT_PRISM_LOG: log },
});
const [status] = await once(running, 'exit');
proxy.kill();
back.close();
back.closeAllConnections();
const isClean = judge(readFileSync(log, 'utf8').split('\n').filter(Boolean).map(JSON.parse));
rmSync(folder, { recursive: true });
process.exitCode = status === 0 && isClean ? 0 : 1;

/** Reports whether the document and the service agree, and every operation was seen to succeed and to be rejected. */
function judge(seen) {
  const violating = seen
    .map((it) => ({ ...it, broken: brokenIn(it) }))
    .filter(({ broken }) => broken);
  for (const { method, path, status: code, broken } of violating.slice(0, 50)) {
    say(`${method} ${path} ${code}: ${broken}`);
  }
  const ids = Object.values(JSON.parse(document).paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  const unseen = (range) =>
    ids.filter((id) => !seen.some((it) => it.operation === id && range(it.status)));
  const never = [
    ['succeeded', unseen((code) => code < 300)],
    ['refused', unseen((code) => code >= 400)],
  ].filter(([, missing]) => missing.length > 0);
  for (const [what, missing] of never) say(`never ${what}: ${missing.join(', ')}`);
  say(`${seen.length} requests, ${violating.length} violations`);
  return violating.length === 0 && never.length === 0 && seen.length > 0;
}

/**
 * Returns the violation in an exchange. An invalid request that the service rejects too does not count;
 * an invalid response, or one that the proxy created itself, always does.
 */
function brokenIn({ status: code, violations, isOwn }) {
  if (isOwn) return 'answered by the proxy itself';
  const errors = violations.filter(({ severity }) => severity === 'Error');
  const [first] = errors.filter(({ location }) => location[0] !== 'request' || code < 400);
  return first && `${first.location.join('.')} ${first.message}`;
}

function output(program, args) {
  const ran = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return ran.stdout;
}

function urlOf(server) {
  return `http://127.0.0.1:${server.address().port}`;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** Waits until the proxy responds at all. */
async function answering(address) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(address).catch(() => pause(100));
    if (answer) return;
  }
  throw new Error('The proxy did not start.');
}
