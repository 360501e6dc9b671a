import { adopt } from './adopt.ts';
import { exportAll } from './export.ts';
import { list } from './list.ts';
import { reconcile } from './reconcile.ts';
import { resolve } from './resolve.ts';
import { show } from './show.ts';
import { verify } from './verify.ts';

export const commands = [list, show, reconcile, resolve, verify, adopt, exportAll];
