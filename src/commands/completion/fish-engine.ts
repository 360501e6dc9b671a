import type { CompletionSlot, FlagWord, Outline, Word } from './completion-spec.ts';

/** The part of the fish completion that does not depend on the commands. */
const fishEngine = `# A folder of remit: CACHE or CONFIG, below REMIT_HOME or as the XDG rules have it.
function __remit_folder -a which name
    set -l xdg XDG_"$which"_HOME
    if test -n "$REMIT_HOME"
        echo $REMIT_HOME/$name
    else if string match -q '/*' -- "$$xdg"
        echo $$xdg/remit
    else
        echo $HOME/.$name/remit
    end
end

# The profiles by name.
function __remit_profiles
    set -l file (__remit_folder CONFIG config)/config.json
    test -r $file; and string match -rg '^\\t\\t"(.*?)": \\{' <$file
end

# The profile in use: that of the command line, of the environment, or the current one.
function __remit_profile -a typed
    set -l file (__remit_folder CONFIG config)/config.json
    if test -n "$typed$REMIT_PROFILE"
        string join -n \\n -- $typed $REMIT_PROFILE | read -l first
        echo $first
    else if test -r $file
        string match -rg '^\\t"current": "(.*?)"' <$file
    end
end

# The ids of a kind that lists left in the cache, and what each of them is.
function __remit_ids -a kind typed
    set -l profile (__remit_profile "$typed")
    string match -qr '^[A-Za-z0-9_-]+/[a-z]+$' -- "$profile/$kind"; or return
    set -l file (__remit_folder CACHE cache)/ids/$profile/$kind.tsv
    test -r $file; and string match -r '.+' <$file
end

# Some lines of a table as fish wants them: a word, a tab, what it is for.
function __remit_lines -a tag
    string match -rg -- "^$tag ([^ =]+)\\S* (.*)" $argv[2..] | while read -l name; read -l help
        printf '%s\\t%s\\n' $name $help
    end
end

# What may stand where this is wanted. The word before and the profile are those of the command line.
function __remit_offer -a spec value last profile
    switch $spec
        case '\\?' ''
        case '%'
            __fish_complete_path $value
        case '%@'
            string match -q '@*' -- $value; and __fish_complete_path (string sub -s 2 -- $value) | string replace -r '^' @
        case /
            __fish_complete_directories $value
        case '^'
            __remit_profiles
        case ':\\*'
            __remit_ids (string replace -r '^sync$' integration -- "$last") "$profile"
        case ':*'
            __remit_ids (string sub -s 2 -- $spec) "$profile"
        case '*'
            string split , -- $spec
    end
end

# What a flag wants; nothing when it takes no value.
function __remit_takes -a name
    string match -rg -- '^f '(string escape --style=regex -- $name)'=(\\S+)' $argv[2..]
end

# What the argument after so many others is.
function __remit_argument -a count
    set -l specs (string match -rg '^a (.*)' -- $argv[2..])
    set -l spec $specs[(math $count + 1)]
    if test -z "$spec"; and string match -q '*...' -- "$specs[-1]"
        set spec $specs[-1]
    end
    string replace -r '\\.\\.\\.$' '' -- "$spec"
end

function __remit_complete
    set -l typed (commandline -opc)
    set -l value (commandline -ct)
    set -l globals (__remit_globals)
    set -l table (__remit_at '')
    set -l here
    set -l count 0
    set -l closed
    set -l last
    set -l profile
    set -l flag
    for word in $typed[2..]
        if test -n "$flag"
            contains -- $flag -P --profile; and set profile $word
            set flag
        else if test -n "$closed"
            set count (math $count + 1)
            set last $word
        else if test "$word" = --
            set closed yes
        else if string match -q -- '-?*' $word
            string match -q -- '--profile=*' $word; and set profile (string sub -s 11 -- $word)
            set -l wanted (__remit_takes $word $table $globals)
            test -n "$wanted"; and set flag $word
        else if test $count -eq 0; and string match -q -- "w $word *" $table
            set -a here $word
            set table (__remit_at "$here")
        else
            set count (math $count + 1)
            set last $word
        end
    end

    if test -n "$flag"
        __remit_offer (__remit_takes $flag $table $globals)[1] "$value" "$last" "$profile"
    else if test -z "$closed"; and string match -q -- '-*=*' $value
        set -l name (string replace -r '=.*' '' -- $value)
        set -l wanted (__remit_takes $name $table $globals)
        __remit_offer "$wanted[1]" (string replace -r '^[^=]*=' '' -- $value) "$last" "$profile" | string replace -r -- '^' $name=
    else if test -z "$closed"; and string match -q -- '-*' $value
        __remit_lines f $table $globals
    else
        set -l wanted (__remit_argument $count $table)
        test $count -eq 0; and __remit_lines w $table
        __remit_offer "$wanted" "$value" "$last" "$profile"
        if test -z "$wanted$value"; and not string match -q 'w *' -- $table
            __remit_lines f $table
        end
    end
end

complete -c remit -e
complete -c remit -f -k -a '(__remit_complete)'
`;

/** Returns the completion of fish: a table of the words that may follow each command, and the engine that reads it. */
export function fishScript({ slots, globals, writing }: Outline): string {
  return [
    '# Completions of remit for fish, written by `remit completion fish`.',
    '',
    '# What may follow the words of a command, a line each: `w` a word, `f` a flag (a value after =), `a` an argument.',
    'function __remit_at',
    '    switch "$argv[1]"',
    ...slots.flatMap(branch),
    '    end',
    'end',
    '',
    ...lister('__remit_globals', flagLines(globals)),
    '',
    ...lister('__remit_writing', flagLines(writing)),
    '',
    fishEngine,
  ].join('\n');
}

function branch({ path, subcommands, flags, args, writes }: CompletionSlot): string[] {
  const lines = [
    ...subcommands.map((word) => `w ${line(word)}`),
    ...flagLines(flags),
    ...args.map((arg) => `a ${arg}`),
  ];
  return [
    `        case ${quoted(path)}`,
    ...lines.map((line) => `            echo ${quoted(line)}`),
    ...(writes ? ['            __remit_writing'] : []),
  ];
}

const lister = (name: string, lines: readonly string[]) => [
  `function ${name}`,
  ...lines.map((line) => `    echo ${quoted(line)}`),
  'end',
];

const flagLines = (flags: readonly FlagWord[]) =>
  flags.map(
    ({ name, valueKind, help }) =>
      `f ${line({ name: valueKind === undefined ? name : `${name}=${valueKind}`, help })}`,
  );

const line = ({ name, help }: Word) => `${name} ${help}`;

const quoted = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
