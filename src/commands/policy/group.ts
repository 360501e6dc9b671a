import { check } from './check.ts';
import { set } from './set.ts';
import { show } from './show.ts';
import { unset } from './unset.ts';

export const commands = [show, set, unset, check];
