import { disable } from './disable.ts';
import { enable } from './enable.ts';
import { get } from './get.ts';
import { payMe } from './pay-me.ts';
import { send } from './send.ts';

export const commands = [get, enable, disable, send, payMe];
