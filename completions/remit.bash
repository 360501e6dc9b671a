# Completions of remit for bash 3.2 and later: at each TAB, `remit __complete` says what fits.

# The words as they were typed, up to the cursor: readline parts them at = : and @ too.
_remit_typed() {
  local rest=${COMP_LINE:0:COMP_POINT} i word gap
  typed=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"} word=${COMP_WORDS[i]}
    if ((i == COMP_CWORD)); then word=$rest; fi
    if ((i > 0)) && [[ -z $gap ]]; then typed[${#typed[@]} - 1]=${typed[${#typed[@]} - 1]}$word
    else typed+=("$word"); fi
    rest=${rest#"$word"}
  done
}

_remit() {
  local IFS=$' \t\n' typed texts=() shell word text value breaks cut='' width=0 room spaces i
  COMPREPLY=()
  _remit_typed
  value=${typed[${#typed[@]} - 1]}
  while IFS=$'\t' read -r word text; do
    if [[ -z ${shell-} ]]; then shell=$word
    else COMPREPLY+=("$word") texts+=("$text"); fi
  done < <(command remit __complete "${typed[@]:1}" 2>/dev/null)
  case ${shell-} in
    files) compopt -o default -o filenames 2>/dev/null ;;
    directories) compopt -o dirnames -o filenames 2>/dev/null ;;
    @files)
      while IFS= read -r word; do
        printf -v word '%q' "$word"
        COMPREPLY+=("${value%%@*}@$word")
      done < <(compgen -f -- "${value#*@}")
      ;;
  esac
  # readline replaces what stands behind the last = or :, and lists the texts of several candidates.
  breaks=${COMP_WORDBREAKS//[!=:]/}
  if [[ -n $breaks ]]; then cut=${value%"${value##*["$breaks"]}"}; fi
  for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do
    COMPREPLY[i]=${COMPREPLY[i]#"$cut"}
    if ((${#COMPREPLY[i]} > width)); then width=${#COMPREPLY[i]}; fi
  done
  room=$((${COLUMNS:-80} - width - 3))
  if ((${#COMPREPLY[@]} < 2 || ${COMP_TYPE:-0} == 37 || ${COMP_TYPE:-0} == 42 || room < 10)); then return; fi
  printf -v spaces '%*s' "$width" ''
  for ((i = 0; i < ${#texts[@]}; i++)); do
    if [[ -z ${texts[i]} ]]; then continue; fi
    COMPREPLY[i]="${COMPREPLY[i]}${spaces:${#COMPREPLY[i]}}  ${texts[i]:0:room}"
  done
}

complete -o nosort -F _remit remit 2>/dev/null || complete -F _remit remit
