import { check } from './check.ts';
import { list } from './list.ts';
import { set } from './set.ts';
import { unset } from './unset.ts';

export const commands = [list, set, unset, check];
