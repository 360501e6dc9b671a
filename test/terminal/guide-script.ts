/** What a script of a guide may do on the machine that tests it. */

/**
 * Returns the part of a script that is neither `remit` nor a file written in the current directory; `undefined` if there is
 * none. Nothing else is run: a guide may well have lines that change the machine.
 */
export function foreignPart(script: string): string | undefined {
  const lines = script
    .replaceAll(/^(cat > [\w.-]+) <<'END'\n.*?^END$/gms, '$1')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^| +)#.*$/, ''))
    .filter((line) => line.trim() !== '');
  return lines.find((line) => !commandsOf(line).every(isOwn));
}

/** Returns the commands of a line. What separates commands separates nothing in quotes. */
const commandsOf = (line: string): readonly string[] =>
  line
    .replaceAll(/'[^']*'|"[^"$`\\]*"/g, (quoted) => quoted.replaceAll(/[|&;]/g, '_'))
    .split(/ *(?:&&|\|\|?|;) */);

const isOwn = (command: string): boolean =>
  /^cat > [\w.-]+$/.test(command) ||
  (/^remit [^`$<>]*$/.test(command.replaceAll(/'[^']*'/g, "''")) && !/[ =]['"]?[/~]/.test(command));
