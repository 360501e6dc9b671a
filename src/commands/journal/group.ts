import { list } from './list.ts';
import { resolve } from './resolve.ts';
import { show } from './show.ts';

export const commands = [list, show, resolve];
