import type { CompletionSlot, FlagWord, Outline } from './completion-spec.ts';

/** The part of the bash completion that does not depend on the commands. */
const bashEngine = `# A folder of remit, in REPLY: CACHE or CONFIG, below REMIT_HOME or as the XDG rules have it.
_remit_folder() {
  local xdg="XDG_$1_HOME" name=$2
  if [[ -n \${REMIT_HOME-} ]]; then REPLY=$REMIT_HOME/$name
  elif [[ \${!xdg-} == /* ]]; then REPLY=\${!xdg}/remit
  else REPLY=$HOME/.$name/remit; fi
}

# The profiles by name, and in REPLY the one that is current.
_remit_profiles() {
  local line file
  _remit_folder CONFIG config
  file=$REPLY/config.json REPLY='' profiles=''
  [[ -r $file ]] || return 0
  while IFS= read -r line; do
    case $line in
      $'\\t"current": "'*) line=\${line#*: \\"} REPLY=\${line%%\\"*} ;;
      $'\\t\\t"'*'": {'*) line=\${line#*\\"} profiles="$profiles,\${line%%\\"*}" ;;
    esac
  done <"$file"
}

# The ids of a kind that lists left in the cache, and what each of them is.
_remit_ids() {
  local id text REPLY profiles name=\${profile:-\${REMIT_PROFILE-}}
  if [[ -z $name ]]; then _remit_profiles; name=$REPLY; fi
  [[ $name/$1 =~ ^[A-Za-z0-9_-]+/[a-z]+$ ]] || return 0
  _remit_folder CACHE cache
  [[ -r $REPLY/ids/$name/$1.tsv ]] || return 0
  while IFS=$'\\t' read -r id text; do
    if [[ $id == "$value"* ]]; then COMPREPLY+=("$id") texts+=("$text"); fi
  done <"$REPLY/ids/$name/$1.tsv"
}

# Those of the words, parted by spaces or commas, that begin with the value, in upper or lower case.
_remit_words() {
  local word list before
  before=$(shopt -p nocasematch)
  shopt -s nocasematch
  IFS=', ' read -r -a list <<<"$1"
  for word in "\${list[@]}"; do
    if [[ $word == "$value"* ]]; then COMPREPLY+=("$word"); fi
  done
  $before
}

# The names of some flags, without what their values are.
_remit_flags() {
  local word list names=''
  read -r -a list <<<"$1"
  for word in "\${list[@]}"; do names="$names \${word%%=*}"; done
  _remit_words "\${names# }"
}

# What a flag wants, in spec; empty when it takes no value.
_remit_takes() {
  local all=" $flags $_remit_globals "
  spec=''
  if [[ $all == *" $1="* ]]; then spec=\${all#*" $1="} spec=\${spec%% *}; fi
}

# What may stand where this is wanted.
_remit_offer() {
  local file profiles REPLY
  case $1 in
    '?' | '') ;;
    %) compopt -o default -o filenames 2>/dev/null ;;
    %@)
      [[ $value == @* ]] || return 0
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do COMPREPLY+=("@$file"); done < <(compgen -f -- "\${value:1}")
      ;;
    /) compopt -o dirnames -o filenames 2>/dev/null ;;
    ^) _remit_profiles; _remit_words "\${profiles#,}" ;;
    ':*') case $last in sync) _remit_ids integration ;; *) _remit_ids "$last" ;; esac ;;
    :*) _remit_ids "\${1:1}" ;;
    *) _remit_words "$1" ;;
  esac
}

# The words as they were typed, up to the cursor: readline parts them at = : and @ too.
_remit_typed() {
  local rest=\${COMP_LINE:0:COMP_POINT} i word gap
  typed=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=\${rest%%[![:space:]]*}
    rest=\${rest#"$gap"} word=\${COMP_WORDS[i]}
    if ((i == COMP_CWORD)); then word=$rest; fi
    if ((i > 0)) && [[ -z $gap ]]; then typed[\${#typed[@]} - 1]=\${typed[\${#typed[@]} - 1]}$word
    else typed+=("$word"); fi
    rest=\${rest#"$word"}
  done
}

# Follows the words before the current one: where they lead, and what is wanted there.
_remit_follow() {
  local i word current=$((\${#typed[@]} - 1))
  _remit_at ''
  for ((i = 1; i < current; i++)); do
    word=\${typed[i]} spec=''
    if [[ -n $closed ]]; then last=$word count=$((count + 1))
    elif [[ $word == -- ]]; then closed=1
    elif [[ $word == -?* ]]; then
      _remit_takes "\${word%%=*}"
      if [[ $word == --profile=* ]]; then profile=\${word#*=}; fi
      if [[ $word == *=* || -z $spec ]]; then spec=''; continue; fi
      i=$((i + 1))
      if ((i == current)); then return; fi
      if [[ $word == -P || $word == --profile ]]; then profile=\${typed[i]}; fi
      spec=''
    elif ((count == 0)) && [[ " $words " == *" $word "* ]]; then
      here="$here $word" here=\${here# }
      _remit_at "$here"
    else last=$word count=$((count + 1)); fi
  done
}

# What the next argument is, in spec.
_remit_argument() {
  local list
  read -r -a list <<<"$args"
  spec=\${list[count]-}
  if ((count >= \${#list[@]} && \${#list[@]} > 0)); then
    spec=\${list[\${#list[@]} - 1]}
    if [[ $spec != *... ]]; then spec=''; fi
  fi
  spec=\${spec%...}
}

# Replies as readline wants them: it replaces what stands behind the last = : or @, and lists what each id is.
_remit_reply() {
  local i breaks=\${COMP_WORDBREAKS//[!=:@]/} cut=''
  if [[ -n $breaks ]]; then cut=\${value%"\${value##*["$breaks"]}"}; fi
  for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do
    COMPREPLY[i]=\${COMPREPLY[i]#"$cut"}
    if [[ -n $inline && $breaks != *=* ]]; then COMPREPLY[i]=$inline\${COMPREPLY[i]}; fi
    if ((\${#COMPREPLY[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)) && [[ -n \${texts[i]-} ]]; then
      COMPREPLY[i]="\${COMPREPLY[i]}  \${texts[i]}"
    fi
  done
}

_remit() {
  local IFS=$' \\t\\n' typed words flags args texts here='' spec='' last='' profile='' closed='' inline='' count=0 value
  COMPREPLY=() texts=()
  _remit_typed
  _remit_follow
  value=\${typed[\${#typed[@]} - 1]}
  if [[ -n $spec ]]; then _remit_offer "$spec"
  elif [[ -z $closed && $value == -*=* ]]; then
    _remit_takes "\${value%%=*}"
    inline=\${value%%=*}= value=\${value#*=}
    _remit_offer "$spec"
  elif [[ -z $closed && $value == -* ]]; then _remit_flags "$flags $_remit_globals"
  else
    if ((count == 0)); then _remit_words "$words"; fi
    _remit_argument
    _remit_offer "$spec"
    if [[ -z $spec$value && -z $words ]]; then _remit_flags "$flags"; fi
  fi
  _remit_reply
}

if ! type compopt >/dev/null 2>&1; then complete -o default -F _remit remit
else complete -o nosort -F _remit remit 2>/dev/null || complete -F _remit remit; fi
`;

/**
 * Returns the completion of bash 3.2 and later: a table of the words that may follow each command, and the engine that
 * reads it.
 */
export function bashScript({ slots, globals, writing }: Outline): string {
  return [
    '# Completions of remit for bash, written by `remit completion bash`.',
    '',
    '# What may follow the words of a command: further words, flags (a value after =), arguments.',
    '_remit_at() {',
    "  words='' flags='' args=''",
    '  case $1 in',
    ...slots.map((slot) => `    ${quoted(slot.path)}) ${assignments(slot)} ;;`),
    '  esac',
    '}',
    '',
    `_remit_globals=${quoted(flagsText(globals))}`,
    `_remit_writing=${quoted(flagsText(writing))}`,
    '',
    bashEngine,
  ].join('\n');
}

const assignments = ({ subcommands, flags, args, writes }: CompletionSlot) =>
  [
    subcommands.length > 0 && `words=${quoted(subcommands.map(({ name }) => name).join(' '))}`,
    flags.length > 0 && `flags=${quoted(flagsText(flags))}`,
    writes && 'flags="$flags $_remit_writing"',
    args.length > 0 && `args=${quoted(args.join(' '))}`,
  ]
    .filter(Boolean)
    .join(' ');

const flagsText = (flags: readonly FlagWord[]) =>
  flags
    .map(({ name, valueKind }) => (valueKind === undefined ? name : `${name}=${valueKind}`))
    .join(' ');

const quoted = (text: string) => `'${text}'`;
