# Completions of remit for fish: at each TAB, `remit __complete` says what fits.

function __remit_complete
    set -l value (commandline -ct)
    set -l found (command remit __complete (commandline -opc)[2..] "$value" 2>/dev/null)
    set -l before (string match -r '^-[^=]*=' -- "$value")
    set -l after (string replace -r '^-[^=]*=' '' -- "$value")
    switch "$found[1]"
        case files
            __remit_behind "$before" (__fish_complete_path "$after")
        case directories
            __remit_behind "$before" (__fish_complete_directories "$after")
        case @files
            __remit_behind "$before@" (__fish_complete_path (string sub -s 2 -- "$after"))
    end
    string join \n -- $found[2..]
end

# The candidates, each behind what was typed before it.
function __remit_behind -a before
    for it in $argv[2..]
        printf '%s%s\n' $before $it
    end
end

complete -c remit -e
complete -c remit -f -k -a '(__remit_complete)'
