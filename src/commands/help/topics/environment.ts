export const environment = `
Environment: variables, their order and the folders.

  REMIT_PROFILE      profile to use                     (-P, --profile)
  REMIT_BUSINESS     business to act for                (-b, --business)
  REMIT_BASE_URL     base URL of the service            (--base-url)
  REMIT_TOKEN        token for REMIT_BASE_URL, else the current profile, else --base-url
  REMIT_TOKEN_FILE   file containing the token          (--token-file)
  REMIT_OUTPUT       table, json, ndjson, csv, tsv or markdown    (-o, --output)
  REMIT_JOURNAL_DATABASE   shared journal, postgres://user@host/name (journal.database)
  REMIT_HOME         one folder for configuration, state, data and cache
  REMIT_REQUIRE_MOUNTED_STATE   1: send nothing that the journal records, unless the journal is on a mounted volume or in PostgreSQL

Precedence: flag, environment variable, profile, settings of remit config.

Without REMIT_HOME the folders are those of the XDG specification: configuration and credentials in
$XDG_CONFIG_HOME/remit, the journal in $XDG_STATE_HOME/remit, the sandbox in $XDG_DATA_HOME/remit, the cache of
completion ids and compiled code in $XDG_CACHE_HOME/remit, which can be deleted at any time. The working directory is never
read for configuration.

In a CI job exports are added to the files GITHUB_STEP_SUMMARY and GITHUB_OUTPUT, if they are set; with GITHUB_ACTIONS=true an
error is an annotation, too.

NO_COLOR, CLICOLOR_FORCE, TERM=dumb, COLUMNS, TZ, HTTPS_PROXY, HTTP_PROXY and NO_PROXY have their usual meaning.
At a terminal bars are ASCII unless LC_ALL, LC_CTYPE or LANG is UTF-8. TERM=dumb, or --no-progress, prints lines only: no spinner,
bar or chart. For a screen reader: --no-color --no-progress.
Loopback addresses never go through a proxy; a name in NO_PROXY covers its subdomains.
To show the settings in effect and their sources: remit config list, remit profile show, remit auth status.
`;
