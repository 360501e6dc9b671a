import type { Plugin } from 'rolldown';

/** An export as rolldown writes it at the end of a chunk: a getter, so that an importer would see a new value. */
const GETTER =
  /Object\.defineProperty\(exports, ("[^"]+"), \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/**
 * Assigns the exports of a chunk that are functions, constants and classes, which never get a new value. A list loads
 * 350 of them, and to define a getter takes V8 longer than to run most modules. Other exports keep theirs.
 */
export const constantExports: Plugin = {
  name: 'constant-exports',
  renderChunk(code) {
    const constants = new Set(
      [...code.matchAll(/^(?:async function\*?|function\*?|const|class) ([\w$]+)/gm)].map(
        ([, name]) => name,
      ),
    );
    const assign = (getter: string, exported: string, name: string) =>
      constants.has(name) ? `exports[${exported}] = ${name};` : getter;
    return code.replace(GETTER, assign);
  },
};
