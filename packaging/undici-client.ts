import type { Plugin } from 'rolldown';

/** Modules of undici that only HTTP/2 and bodies of `fetch` need: this program asks for neither. */
const UNUSED = /\/undici\/lib\/(dispatcher\/client-h2|web\/fetch\/body)\.js$/;

/** Leaves HTTP/2 and fetch out of undici's client, which requires both wherever it is used. */
export const undiciClient: Plugin = {
  name: 'undici-client',
  load: (id) =>
    UNUSED.test(id)
      ? "module.exports = () => { throw new Error('This part of undici is not in the build.'); };"
      : null,
};
