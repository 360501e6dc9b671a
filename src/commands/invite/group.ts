import { accept } from './accept.ts';
import { cancel } from './cancel.ts';
import { list } from './list.ts';
import { publicLink } from './public.ts';
import { reject } from './reject.ts';
import { resend } from './resend.ts';
import { send } from './send.ts';

export const commands = [send, list, cancel, resend, accept, reject, publicLink];
