import type { CompletionSlot, FlagWord, Outline, Word } from './completion-spec.ts';

/** The part of the PowerShell completion that does not depend on the commands. */
const powershellEngine = `# A folder of remit: CACHE or CONFIG, below REMIT_HOME or as the XDG rules have it.
function global:Get-RemitFolder($which, $name) {
  if ($env:REMIT_HOME) { return Join-Path $env:REMIT_HOME $name }
  $xdg = [Environment]::GetEnvironmentVariable("XDG_\${which}_HOME")
  if ($xdg -and [IO.Path]::IsPathRooted($xdg)) { return Join-Path $xdg 'remit' }
  $userHome = if ($env:HOME) { $env:HOME } else { $env:USERPROFILE }
  Join-Path (Join-Path $userHome ".$name") 'remit'
}

function global:Get-RemitConfiguration {
  $file = Join-Path (Get-RemitFolder 'CONFIG' 'config') 'config.json'
  if (Test-Path -LiteralPath $file) { Get-Content -LiteralPath $file -Raw -Encoding UTF8 | ConvertFrom-Json }
}

# The ids of a kind that lists left in the cache, and what each of them is.
function global:Get-RemitIds($kind, $profileName) {
  if (-not $profileName) { $profileName = $env:REMIT_PROFILE }
  if (-not $profileName) { $profileName = (Get-RemitConfiguration).current }
  if ("$profileName/$kind" -notmatch '^[A-Za-z0-9_-]+/[a-z]+$') { return }
  $folder = Join-Path (Join-Path (Get-RemitFolder 'CACHE' 'cache') 'ids') $profileName
  $file = Join-Path $folder "$kind.tsv"
  if (-not (Test-Path -LiteralPath $file)) { return }
  foreach ($line in Get-Content -LiteralPath $file -Encoding UTF8) {
    $id, $text = $line -split "\`t", 2
    New-RemitResult $id $text
  }
}

function global:New-RemitResult($word, $help) {
  if (-not $help) { $help = $word }
  [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $help)
}

# Lines of the table: a word and what it is for, a flag without what its value is.
function global:Get-RemitLines($lines) {
  foreach ($line in $lines) {
    $word, $help = $line -split ' ', 2
    New-RemitResult ($word -replace '=.*', '') $help
  }
}

# What may stand where this is wanted. Nothing at all leaves files to PowerShell itself.
function global:Get-RemitOffer($spec, $last, $profileName) {
  switch -CaseSensitive ($spec) {
    { -not $_ -or $_ -match '^[?%/]' } { return }
    '^' {
      foreach ($it in (Get-RemitConfiguration).profiles.PSObject.Properties.Name) { New-RemitResult $it }
      return
    }
    ':*' { return Get-RemitIds ($last -creplace '^sync$', 'integration') $profileName }
    { $_.StartsWith(':') } { return Get-RemitIds $_.Substring(1) $profileName }
    default { foreach ($it in $_ -split ',') { New-RemitResult $it } }
  }
}

# What a flag wants; nothing when it takes no value.
function global:Get-RemitWanted($name, $flags) {
  foreach ($line in $flags) {
    $word = ($line -split ' ', 2)[0]
    if ($word.StartsWith("$name=", [StringComparison]::Ordinal)) { return $word.Substring($name.Length + 1) }
  }
}

function global:Get-RemitFlags($place) {
  @($place.Flags) + $(if ($place.Writes) { $global:RemitWriting }) + $global:RemitGlobals | Where-Object { $_ }
}

# What the argument after so many others is.
function global:Get-RemitArgument($place, $count) {
  $specs = @($place.Args | Where-Object { $_ })
  if ($count -lt $specs.Count) { return $specs[$count] -replace '\\.\\.\\.$', '' }
  if ($specs.Count -gt 0 -and $specs[-1].EndsWith('...')) { return $specs[-1] -replace '\\.\\.\\.$', '' }
}

Register-ArgumentCompleter -Native -CommandName remit -ScriptBlock {
  param($value, $ast, $cursor)
  $typed = @($ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { "$_" })
  if ($value -ne '') { $typed = @($typed | Select-Object -SkipLast 1) }
  $here, $count, $closed, $last, $profileName, $flag = '', 0, $false, '', '', ''
  foreach ($word in $typed | Select-Object -Skip 1) {
    $place = $global:RemitPlaces[$here]
    if ($flag) {
      if ($flag -cmatch '^(-P|--profile)$') { $profileName = $word }
      $flag = ''
    } elseif ($closed) { $count++; $last = $word }
    elseif ($word -eq '--') { $closed = $true }
    elseif ($word -match '^-.') {
      if ($word -match '^--profile=(.*)') { $profileName = $Matches[1] }
      elseif (Get-RemitWanted $word (Get-RemitFlags $place)) { $flag = $word }
    } elseif ($count -eq 0 -and ($place.Words | Where-Object { $_ -and $_.StartsWith("$word ") })) {
      $here = "$here $word".Trim()
    } else { $count++; $last = $word }
  }

  $place = $global:RemitPlaces[$here]
  $flags = Get-RemitFlags $place
  $prefix, $wanted = '', ''
  if ($flag) {
    $wanted = Get-RemitWanted $flag $flags
    $found = Get-RemitOffer $wanted $last $profileName
  } elseif (-not $closed -and $value -match '^(-[^=]*=)') {
    $prefix = $Matches[1]
    $found = Get-RemitOffer (Get-RemitWanted $prefix.TrimEnd('=') $flags) $last $profileName
  } elseif (-not $closed -and $value.StartsWith('-')) {
    $found = Get-RemitLines $flags
  } else {
    $wanted = Get-RemitArgument $place $count
    $found = @(if ($count -eq 0) { Get-RemitLines $place.Words }) + @(Get-RemitOffer $wanted $last $profileName)
    if (-not $wanted -and -not $value -and -not $place.Words) { $found = Get-RemitLines $place.Flags }
  }
  foreach ($it in $found) {
    $text = "$prefix$($it.CompletionText)"
    if ($text.StartsWith($value, [StringComparison]::OrdinalIgnoreCase)) {
      [System.Management.Automation.CompletionResult]::new($text, $it.ListItemText, $it.ResultType, $it.ToolTip)
    }
  }
}
`;

/**
 * Returns the completion of PowerShell 5.1 and later: a table of the words that may follow each command, and the engine
 * that reads it.
 */
export function powershellScript({ slots, globals, writing }: Outline): string {
  return [
    '# Completions of remit for PowerShell, written by `remit completion powershell`.',
    '',
    '$global:RemitGlobals = @(',
    ...flagLines(globals).map((flagLine) => `  ${quoted(flagLine)}`),
    ')',
    '$global:RemitWriting = @(',
    ...flagLines(writing).map((flagLine) => `  ${quoted(flagLine)}`),
    ')',
    '',
    '# What may follow the words of a command: further words, flags (a value after =), arguments, and what each is for.',
    '$global:RemitPlaces = @{',
    ...slots.flatMap(row),
    '}',
    '',
    powershellEngine,
  ].join('\n');
}

const row = ({ path, subcommands, flags, args, writes }: CompletionSlot): string[] => [
  `  ${quoted(path)} = @{`,
  ...member('Words', subcommands.map(line)),
  ...member('Flags', flagLines(flags)),
  ...member('Args', args),
  ...(writes ? ['    Writes = $true'] : []),
  '  }',
];

const member = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [`    ${name} = @(`, ...lines.map((line) => `      ${quoted(line)}`), '    )'];

const flagLines = (flags: readonly FlagWord[]) =>
  flags.map(({ name, valueKind, help }) =>
    line({ name: valueKind === undefined ? name : `${name}=${valueKind}`, help }),
  );

const line = ({ name, help }: Word) => `${name} ${help}`;

/** Quotes a text. PowerShell treats typographic quotes as quotes too. */
const quoted = (text: string) => `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
