import { type ControlRoute, control } from '../../control/route.ts';
import { makeCode } from './access.ts';

/** Hands out the address that opens the inspector in a browser, once and within a minute. */
export const inspectorControls: readonly ControlRoute[] = [
  control('POST', '/sandbox/open', async (_, world) => ({
    url: `${world.options.appUrl}/sandbox/enter?code=${await makeCode(world)}`,
  })),
];
