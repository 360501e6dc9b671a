/** A number that the environment may raise where there is time for it. */
export const often = (name: string, usual: number): number => Number(process.env[name] ?? usual);

/** How often a property is tried: as often as usual, or REMIT_RUNS times that where there is time for it. */
export const runs = (usual: number): number => usual * Number(process.env['REMIT_RUNS'] ?? 1);
