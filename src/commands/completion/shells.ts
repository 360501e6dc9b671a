/** The shells that have a completion script. */

/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
/** A shell that has a completion script. */
export type Shell = (typeof SHELLS)[number];
