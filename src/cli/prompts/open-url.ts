import { spawn } from 'node:child_process';
import type { System } from '../system.ts';

/**
 * Opens a URL in the user's browser and does not wait for it. The browser's environment contains no REMIT_TOKEN.
 * Resolves to `false` if no browser can be started, or if the URL, which comes from a service, is not http or https.
 */
export async function openUrl(
  url: string,
  { platform, env }: Pick<System, 'platform' | 'env'>,
): Promise<boolean> {
  const [program, ...args] = openers[platform] ?? ['xdg-open'];
  const { REMIT_TOKEN: _, ...childEnv } = env;
  if (program === undefined || !isOfTheWeb(url)) return false;
  return new Promise((resolve) => {
    const browser = spawn(program, [...args, url], {
      env: childEnv,
      detached: true,
      stdio: 'ignore',
    });
    browser.once('spawn', () => resolve(true));
    browser.once('error', () => resolve(false));
    browser.unref();
  });
}

/** Programs that open a URL. None of them is a shell, since a URL may contain any character. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const isOfTheWeb = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
