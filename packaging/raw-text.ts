import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';

const SUFFIX = '?raw';

/** Loads `<file>?raw` as the text of the file, as Vite does in tests. */
export const rawText: Plugin = {
  name: 'raw-text',
  async resolveId(source, importer) {
    if (!source.endsWith(SUFFIX)) return null;
    const found = await this.resolve(source.slice(0, -SUFFIX.length), importer, { skipSelf: true });
    return found && `${found.id}${SUFFIX}`;
  },
  load: (id) =>
    id.endsWith(SUFFIX)
      ? {
          code: `export default ${JSON.stringify(readFileSync(id.slice(0, -SUFFIX.length), 'utf8'))};`,
          moduleType: 'js',
        }
      : null,
};
