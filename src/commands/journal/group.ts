import { list } from './list.ts';
import { show } from './show.ts';

export const commands = [list, show];
