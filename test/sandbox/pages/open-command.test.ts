import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const isDoor = (address: string): boolean =>
  address.startsWith(`${service.baseUrl}/sandbox/enter?code=`);

test('in a terminal the browser is opened, and the URL printed', async () => {
  const opened: string[] = [];
  const { code, out } = await service.remit('sandbox open', {
    tty: { stdout: true },
    browser: (url) => opened.push(url),
  });
  expect(code).toBe(0);
  expect(opened.map(isDoor)).toEqual([true]);
  expect(out).toContain(opened[0]);
  expect((await fetch(opened[0] ?? '')).status).toBe(200);
});

test('without a browser the URL can be copied', async () => {
  const { code, out, err } = await service.remit('sandbox open', { tty: { stdout: true } });
  expect(code).toBe(0);
  expect(err).toContain('No browser could be opened');
  expect(out).toContain(`${service.baseUrl}/sandbox/enter?code=`);
});

test.for(['sandbox open', 'sandbox open --no-browser'])(
  '%s opens nothing in a script',
  async (line) => {
    const opened: string[] = [];
    const { code, out } = await service.remit(`${line} --json`, {
      browser: (url) => opened.push(url),
    });
    expect(code).toBe(0);
    expect(opened).toEqual([]);
    expect(isDoor(JSON.parse(out).url)).toBe(true);
  },
);

test('--no-browser opens nothing in a terminal either', async () => {
  const opened: string[] = [];
  const typed = { tty: { stdout: true }, browser: (url: string) => opened.push(url) };
  const { out } = await service.remit('sandbox open --no-browser', typed);
  expect(opened).toEqual([]);
  expect(out).toContain('/sandbox/enter?code=');
});

test('opens at the page of an id, and refuses an unknown one', async () => {
  const { out } = await service.remit('sandbox open --no-browser --json');
  expect(new URL(JSON.parse(out).url).searchParams.has('id')).toBe(false);
  const { code, err } = await service.remit('sandbox open pmt_none');
  expect(code).toBe(6);
  expect(err).toContain('No resource pmt_none found.');
});

test('reports if no sandbox is running', async () => {
  const { code, err } = await service.remit(`sandbox open --dir ${service.cwd}/nothing`);
  expect(code).not.toBe(0);
  expect(err).toContain('No sandbox is running on');
});
