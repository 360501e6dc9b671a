/** The command `remit demo`. */

import { demo } from './demo.ts';

export const commands = [];
export const defaultCommand = demo;
