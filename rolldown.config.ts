import { rmSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

rmSync('dist', { recursive: true, force: true });

/**
 * One entry, a chunk for every group of commands, CommonJS because Node starts it faster.
 * Only the database driver stays outside: it is a native addon.
 */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  external: [/^libsql$/, /^@libsql\//],
  output: {
    dir: 'dist',
    format: 'cjs',
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    chunkFileNames: '[name]-[hash].js',
  },
  plugins: [
    {
      name: 'common-js-folder',
      writeBundle: () => writeFileSync('dist/package.json', '{ "type": "commonjs" }\n'),
    },
  ],
});
