import { apply } from './apply.ts';
import { key } from './key.ts';
import { plan } from './plan.ts';
import { report, revoke, status } from './report.ts';
import { show } from './show.ts';
import { approve, sign } from './sign.ts';

export const commands = [plan, show, sign, approve, apply, revoke, status, report, key];
