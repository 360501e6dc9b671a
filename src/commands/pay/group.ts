import { bulk } from './bulk.ts';
import { cancel } from './cancel.ts';
import { initiate } from './initiate.ts';
import { get, list } from './list.ts';
import { quick } from './quick.ts';

export const commands = [initiate, quick, bulk, list, get, cancel];
