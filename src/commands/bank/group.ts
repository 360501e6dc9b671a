import { connect } from './connect.ts';
import { connectManual } from './connect-manual.ts';
import { link } from './link.ts';
import { linkToken } from './link-token.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';
import { setDefault } from './set-default.ts';
import { verify } from './verify.ts';

export const commands = [list, link, linkToken, connect, connectManual, verify, setDefault, remove];
