/** The names that this program assumed, and how the service of the profile in use spells them. */
export interface Dialects {
  /** Every assumption, or those that are spelled in another way. Throws `ConfigError` for a damaged dialect. */
  readonly list: (wishes: { readonly changed: boolean }) => Promise<readonly AssumedName[]>;
  /** Gives a name its spelling; the profile whose dialect that is. Throws `UsageError`. */
  readonly set: (name: string, wireName: string) => Promise<string>;
  readonly unset: (name: string) => Promise<string>;
  /** Asks the service what can be asked without changing anything, and compares. */
  readonly check: () => Promise<readonly CheckedName[]>;
}

export interface AssumedName {
  readonly operation: string;
  readonly where: 'path' | 'query' | 'body' | 'response' | 'word' | 'amount';
  readonly name: string;
  readonly wireName: string;
  readonly reason: string;
}

export interface CheckedName extends Omit<AssumedName, 'reason'> {
  readonly result: 'contradicted' | 'confirmed' | 'open';
  /** What the service's answer has in its place, or why nothing can be said. */
  readonly seen: string | null;
  /** What to type where the answer has another name for it. */
  readonly suggestion: string | null;
}
