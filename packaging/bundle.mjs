// Bundles the program as rolldown.config.ts says. The command line of rolldown does the same, but lists some 150 files,
// and `npm run demo` begins with a build.
import { rolldown } from 'rolldown';
import { loadConfig } from 'rolldown/config';

for (const { output, ...input } of await loadConfig('rolldown.config.ts')) {
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
}
