/** A browser that was let in to the inspector, without scripts. */

import { expect } from 'vitest';
import type { Answered, TestSandbox } from '../open-sandbox.ts';

/** A browser with the cookie of the inspector. */
export interface InspectorVisitor {
  readonly cookie: string;
  /** Requests a page. */
  readonly look: (path: string) => Promise<Answered>;
  /** Submits a form with the token of the page at `back`, which the form leads back to. */
  readonly press: (path: string, fields?: Readonly<Record<string, string>>) => Promise<Answered>;
}

/** Opens the inspector with a new one-time code. */
export async function openInspector({
  control,
  send,
}: Pick<TestSandbox, 'control' | 'send'>): Promise<InspectorVisitor> {
  const { url } = await control('POST', '/sandbox/open');
  const { status, headers } = await send('GET', `/sandbox/enter${new URL(url).search}`);
  expect(status).toBe(200);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const look = (path: string) => send('GET', path, { headers: { cookie } });
  return {
    cookie,
    look,
    async press(path, fields = {}) {
      const [, formToken = ''] =
        /name="formToken" value="([^"]+)"/.exec((await look('/sandbox')).text) ?? [];
      const type = 'application/x-www-form-urlencoded';
      return send('POST', path, {
        headers: { cookie, 'content-type': type },
        body: new URLSearchParams({ formToken, back: '/sandbox', ...fields }).toString(),
      });
    },
  };
}
