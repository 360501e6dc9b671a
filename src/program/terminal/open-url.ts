import { spawn } from 'node:child_process';
import type { System } from '../../cli/system.ts';

/**
 * Shows an address in the user's browser, which the token is not for, and lets go of it. False when there is no way to, or when the address, which
 * came from a service, is not one of the web.
 */
export async function openUrl(
  url: string,
  { platform, env }: Pick<System, 'platform' | 'env'>,
): Promise<boolean> {
  const [program, ...words] = openers[platform] ?? ['xdg-open'];
  const { REMIT_TOKEN: _, ...theirs } = env;
  if (program === undefined || !isOfTheWeb(url)) return false;
  return new Promise((resolve) => {
    const browser = spawn(program, [...words, url], {
      env: theirs,
      detached: true,
      stdio: 'ignore',
    });
    browser.once('spawn', () => resolve(true));
    browser.once('error', () => resolve(false));
    browser.unref();
  });
}

/** None of them is a shell: an address may hold any character. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const isOfTheWeb = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
