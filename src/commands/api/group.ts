/** The commands below `remit api`. */

import { call } from './call.ts';
import { list } from './list.ts';
import { openapi } from './openapi.ts';

export const commands = [list, openapi];
export const defaultCommand = call;
