import { apply } from './apply.ts';
import { key } from './key.ts';
import { plan } from './plan.ts';
import { report } from './report.ts';
import { revoke } from './revoke.ts';
import { show } from './show.ts';
import { approve, sign } from './sign.ts';
import { status } from './status.ts';

export const commands = [plan, show, sign, approve, apply, revoke, status, report, key];
