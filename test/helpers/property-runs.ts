/** Returns a number of repetitions, which an environment variable can raise. */
export const often = (name: string, usual: number): number => Number(process.env[name] ?? usual);

/** Returns the number of runs of a property test: `usual`, multiplied by `REMIT_RUNS` if set. */
export const runs = (usual: number): number => usual * Number(process.env['REMIT_RUNS'] ?? 1);
