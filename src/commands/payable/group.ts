import { aging } from './aging.ts';
import { approve } from './approve.ts';
import { cancel } from './cancel.ts';
import { create } from './create.ts';
import { decline } from './decline.ts';
import { evidence } from './evidence.ts';
import { exportCsv } from './export.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { log } from './log.ts';
import { recur } from './recur.ts';
import { remind } from './remind.ts';
import { submit } from './submit.ts';
import { update } from './update.ts';
import { watermark } from './watermark.ts';

export const commands = [
  create,
  recur,
  list,
  get,
  update,
  submit,
  approve,
  decline,
  cancel,
  remind,
  log,
  evidence,
  exportCsv,
  watermark,
  aging,
];
