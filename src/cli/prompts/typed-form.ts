import { shellWord } from '../next-line.ts';

/** The answers that a person typed at the prompts of one run. */
export interface TypedForm {
  /** Adds the value of a flag, or of an argument if `flag` is `undefined`. */
  readonly add: (flag: string | undefined, words: readonly string[]) => void;
  /** Adds a secret, by the flag that names its file; the value is never kept. */
  readonly addSecret: (flag: string) => void;
  /**
   * Returns the command line with all that was typed, to be edited, then the secrets that it lacks: those that `mask`
   * would hide, too. Returns nothing if nothing was typed.
   */
  readonly lines: (mask: (text: string) => string) => readonly string[];
}

/** Creates a form for a command, with the words that were typed after its name. */
export function createTypedForm(path: readonly string[], rest: readonly string[]): TypedForm {
  const values: { readonly flag: string | undefined; readonly word: string }[] = [];
  const secrets = new Set<string>();
  return {
    add(flag, words) {
      for (const word of words) values.push({ flag, word });
    },
    addSecret: (flag) => void secrets.add(flag),
    lines(mask) {
      const shown = values.filter(({ word }) => mask(word) === word);
      if (shown.length === 0) return [];
      const args = shown.flatMap(({ flag, word }) => (flag === undefined ? [shellWord(word)] : []));
      const flags = shown.flatMap(({ flag, word }) =>
        flag === undefined ? [] : [flagWords(flag, word)],
      );
      const hidden = values.filter((it) => !shown.includes(it)).map(({ flag }) => flag ?? 'it');
      // Flags come first, since nothing after -- is one.
      const isEnded = rest.includes('--') || !shown.some(isArgumentLikeFlag);
      const words = [...flags, ...rest.map(shellWord), ...(isEnded ? [] : ['--']), ...args];
      return [
        ['remit', ...path, ...words].join(' '),
        ...[...secrets, ...hidden].map(
          (flag) => `not shown: the secret of ${flag}; it is asked for again`,
        ),
      ];
    },
  };
}

const isArgumentLikeFlag = ({ flag, word }: { flag: string | undefined; word: string }) =>
  flag === undefined && word.startsWith('-');

const flagWords = (flag: string, word: string): string =>
  word.startsWith('-') && flag.startsWith('--')
    ? `${flag}=${shellWord(word)}`
    : `${flag} ${shellWord(word)}`;
