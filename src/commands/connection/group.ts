import { archive } from './archive.ts';
import { exportCsv } from './export.ts';
import { get } from './get.ts';
import { invoices } from './invoices.ts';
import { list } from './list.ts';
import { setAlias } from './set-alias.ts';
import { setSettings } from './set-settings.ts';
import { setTags } from './set-tags.ts';
import { statement } from './statement.ts';

export const commands = [
  list,
  get,
  setAlias,
  setTags,
  setSettings,
  archive,
  invoices,
  statement,
  exportCsv,
];
