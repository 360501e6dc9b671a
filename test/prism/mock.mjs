// bash .ci/prism: runs a third-party mock server on the output of `remit api openapi`. It answers every operation, and
// reports that read many of them, from the examples of the document alone.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [node, prism] = process.argv.slice(2);
const PORT = 4017;
const url = `http://127.0.0.1:${PORT}`;
const folder = mkdtempSync(join(tmpdir(), 'remit-mock-'));
const file = join(folder, 'openapi.json');
const remit = (...args) =>
  spawnSync(process.execPath, ['bin/remit.js', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      REMIT_HOME: folder,
      REMIT_BASE_URL: url,
      REMIT_TOKEN: 'token-of-a-mock',
    },
  });
writeFileSync(file, remit('api', 'openapi').stdout);
const document = JSON.parse(remit('api', 'openapi').stdout);

const mock = spawn(node, [prism, 'mock', file, '--port', PORT, '-v', 'fatal'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.once('exit', () => mock.kill());
for (let tries = 0; tries < 100; tries++) {
  if (
    await fetch(url).then(
      () => true,
      () => false,
    )
  )
    break;
  await pause(200);
}

const failed = [];
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
for (const { path, method, operation } of operations) {
  const { requestBody, parameters = [] } = operation;
  const valueFor = (name) => parameters.find((it) => it.name === name)?.schema.enum?.[0] ?? 'id_1';
  const json = requestBody?.content['application/json'];
  const form = new FormData();
  form.append('file', new Blob(['x'], { type: 'application/octet-stream' }), 'logo.png');
  const answer = await fetch(url + path.replace(/\{(\w+)\}/g, (_, name) => valueFor(name)), {
    method: method.toUpperCase(),
    headers: { authorization: 'Bearer token', ...(json && { 'content-type': 'application/json' }) },
    ...(requestBody && { body: json ? JSON.stringify(json.example) : form }),
  });
  if (answer.status >= 300) failed.push(`${operation.operationId}: ${answer.status}`);
}
for (const line of ['payable list', 'status', 'forecast', 'payable aging', 'run plan']) {
  const { status, stderr } = remit('-b', 'biz_1', ...line.split(' '), '--json');
  if (status !== 0) failed.push(`${line}: ${stderr}`);
}
mock.kill();
rmSync(folder, { recursive: true });
for (const line of failed) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${operations.length} operations and 5 reports, ${failed.length} not answered by the mock\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
