import type { CompletionSlot, FlagWord, Outline, Word } from './completion-spec.ts';

/** The part of the zsh completion that does not depend on the commands. */
const zshEngine = `# A folder of remit, in REPLY: CACHE or CONFIG, below REMIT_HOME or as the XDG rules have it.
_remit_folder() {
  local xdg=XDG_$1_HOME
  if [[ -n $REMIT_HOME ]]; then REPLY=$REMIT_HOME/$2
  elif [[ \${(P)xdg} == /* ]]; then REPLY=\${(P)xdg}/remit
  else REPLY=$HOME/.$2/remit; fi
}

# The profiles by name, and in REPLY the one that is current.
_remit_profiles() {
  local line file
  _remit_folder CONFIG config
  file=$REPLY/config.json REPLY=
  profiles=()
  [[ -r $file ]] || return 0
  while IFS= read -r line; do
    case $line in
      $'\\t"current": "'*) line=\${line#*: \\"}; REPLY=\${line%%\\"*} ;;
      $'\\t\\t"'*'": {'*) line=\${line#*\\"}; profiles+=(\${line%%\\"*}) ;;
    esac
  done <$file
}

# The ids of a kind that lists left in the cache, and what each of them is.
_remit_ids() {
  local name=\${profile:-$REMIT_PROFILE} line REPLY
  local -a profiles found
  [[ -n $name ]] || { _remit_profiles; name=$REPLY }
  [[ $name/$1 =~ '^[A-Za-z0-9_-]+/[a-z]+$' ]] || return 1
  _remit_folder CACHE cache
  [[ -r $REPLY/ids/$name/$1.tsv ]] || return 1
  for line in "\${(@f)$(<$REPLY/ids/$name/$1.tsv)}"; do
    line=\${line//\\\\/\\\\\\\\}
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V "$1" found
}

# Offers words with what each is for; a flag without what its value is.
_remit_lines() {
  local line
  local -a shown
  for line in "\${@[2,-1]}"; do shown+=("\${\${line%% *}%%=*}:\${line#* }"); done
  _describe "$1" shown
}

# What a flag wants, in spec; empty when it takes no value.
_remit_takes() {
  local line=\${\${(M)flags:#$1=*}[1]:-\${\${(M)_remit_globals:#$1=*}[1]}}
  spec=\${\${line#*=}%% *}
}

# What may stand where this is wanted.
_remit_offer() {
  local -a profiles
  local REPLY
  case $1 in
    '?' | '') _message 'a value' ;;
    '%') _files ;;
    '%@') compset -P @ && _files ;;
    '/') _files -/ ;;
    '^') _remit_profiles; _describe profile profiles ;;
    ':*') _remit_ids \${last/#%sync/integration} ;;
    :*) _remit_ids \${1#:} ;;
    *) compadd -M 'm:{a-zA-Z}={A-Za-z}' -- \${(s:,:)1} ;;
  esac
}

# Follows the words before the current one: where they lead, and what is wanted there.
_remit_follow() {
  local word
  integer at
  _remit_at ''
  for ((at = 2; at < CURRENT; at++)); do
    word=\${words[at]} spec=
    if ((closed)); then last=$word count+=1
    elif [[ $word == -- ]]; then closed=1
    elif [[ $word == -?* ]]; then
      _remit_takes \${word%%=*}
      [[ $word == --profile=* ]] && profile=\${word#*=}
      if [[ $word == *=* || -z $spec ]]; then spec=; continue; fi
      at+=1
      ((at == CURRENT)) && return
      [[ $word == (-P|--profile) ]] && profile=\${words[at]}
      spec=
    elif ((count == 0)) && [[ -n \${(M)below:#$word *} ]]; then
      here=\${here:+$here }$word
      _remit_at $here
    else last=$word count+=1; fi
  done
}

# What the next argument is, in spec.
_remit_argument() {
  spec=\${args[count + 1]}
  [[ -z $spec && \${args[-1]} == *... ]] && spec=\${args[-1]}
  spec=\${spec%...}
}

_remit() {
  local here spec last profile
  local -a below flags args
  integer count closed
  _remit_follow
  if [[ -n $spec ]]; then _remit_offer $spec
  elif ((!closed)) && [[ $PREFIX == -*=* ]]; then
    _remit_takes \${PREFIX%%=*}
    compset -P '*='
    _remit_offer $spec
  elif ((!closed)) && [[ $PREFIX == -* ]]; then _remit_lines flag $flags $_remit_globals
  else
    ((count == 0 && $#below)) && _remit_lines command $below
    _remit_argument
    if [[ -n $spec ]]; then _remit_offer $spec
    elif [[ -z $PREFIX && $#below -eq 0 ]]; then _remit_lines flag $flags; fi
  fi
}

if [[ $funcstack[1] == _remit ]]; then _remit "$@"; else compdef _remit remit; fi
`;

/** Returns the completion of zsh: a table of the words that may follow each command, and the engine that reads it. */
export function zshScript({ slots, globals, writing }: Outline): string {
  return [
    '#compdef remit',
    '# Completions of remit for zsh, written by `remit completion zsh`.',
    '',
    '# What may follow the words of a command: further words, flags (a value after =), arguments, and what each is for.',
    '_remit_at() {',
    '  below=() flags=() args=()',
    '  case $1 in',
    ...slots.flatMap(branch),
    '  esac',
    '}',
    '',
    ...array('_remit_globals', flagLines(globals), ''),
    ...array('_remit_writing', flagLines(writing), ''),
    '',
    zshEngine,
  ].join('\n');
}

const branch = ({ path, subcommands, flags, args, writes }: CompletionSlot): string[] => [
  `    ${quoted(path)})`,
  ...array('below', subcommands.map(line), '      '),
  ...array('flags', flagLines(flags), '      '),
  ...(writes ? ['      flags+=($_remit_writing)'] : []),
  ...(args.length > 0 ? [`      args=(${args.map(quoted).join(' ')})`] : []),
  '      ;;',
];

function array(name: string, lines: readonly string[], indent: string): string[] {
  if (lines.length === 0) return [];
  return [`${indent}${name}=(`, ...lines.map((line) => `${indent}  ${quoted(line)}`), `${indent})`];
}

const flagLines = (flags: readonly FlagWord[]) =>
  flags.map(({ name, valueKind, help }) =>
    line({ name: valueKind === undefined ? name : `${name}=${valueKind}`, help }),
  );

const line = ({ name, help }: Word) => `${name} ${help}`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
