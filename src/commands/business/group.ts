import { balance } from './balance.ts';
import { create } from './create.ts';
import { createBasic } from './create-basic.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { removeLogo } from './remove-logo.ts';
import { setAlias } from './set-alias.ts';
import { setLogo } from './set-logo.ts';
import { withdraw } from './withdraw.ts';

export const commands = [
  list,
  get,
  create,
  createBasic,
  setAlias,
  setLogo,
  removeLogo,
  balance,
  withdraw,
];
