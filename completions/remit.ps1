# Completions of remit for PowerShell 5.1 and later: at each TAB, `remit __complete` says what fits.

Register-ArgumentCompleter -Native -CommandName remit -ScriptBlock {
  param($value, $ast, $cursor)
  $typed = @($ast.CommandElements | Select-Object -Skip 1 |
      Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  # An alias or a function of this name is not called, and a script rather than a batch file, which cmd.exe would read.
  $remit = Get-Command remit -CommandType ExternalScript, Application -ErrorAction SilentlyContinue |
      Sort-Object { $_.CommandType -ne 'ExternalScript' } | Select-Object -First 1
  if (-not $remit -or $remit.Path -match '\.(cmd|bat)$') { return }
  # Before 7.3, PowerShell leaves an empty argument out unless it has quotes.
  $isNew = $PSNativeCommandArgumentPassing -in 'Standard', 'Windows'
  $current = if ($value -or $isNew) { $value } else { '""' }
  $encoding = [Console]::OutputEncoding
  try {
    [Console]::OutputEncoding = [Text.Encoding]::UTF8
    $found = @(& $remit.Path __complete @typed $current 2>$null)
  } finally {
    [Console]::OutputEncoding = $encoding
  }
  foreach ($line in $found | Select-Object -Skip 1) {
    $word, $help = $line -split "`t", 2
    $shown = if ($help) { $help } else { $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $shown)
  }
}
