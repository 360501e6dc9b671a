import { apply, resume } from './apply.ts';
import { approve } from './approve.ts';
import { key } from './key.ts';
import { plan } from './plan.ts';
import { report } from './report.ts';
import { show } from './show.ts';
import { status } from './status.ts';

export const commands = [plan, show, approve, apply, resume, status, report, key];
