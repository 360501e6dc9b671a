import { cancel } from './cancel.ts';
import { initiate } from './initiate.ts';
import { quick } from './quick.ts';

export const commands = [initiate, quick, cancel];
