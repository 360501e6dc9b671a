/** The topic `environment`. */
export const environment = `
Environment: what the program reads, and in which order.

  REMIT_PROFILE      profile to use                     (-P, --profile)
  REMIT_BUSINESS     business to act for                (-b, --business)
  REMIT_BASE_URL     address of the service             (--base-url)
  REMIT_TOKEN        token for the address of REMIT_BASE_URL, else of the current profile, else of --base-url
  REMIT_TOKEN_FILE   file that holds the token          (--token-file)
  REMIT_OUTPUT       table, json, ndjson, csv or tsv    (-o, --output)
  REMIT_JOURNAL_DATABASE   database of a shared journal, postgres://user@host/name   (journal.database)
  REMIT_HOME         one folder for configuration, state, data and cache

A flag wins over the environment, that over the profile, that over the settings of remit config.

Without REMIT_HOME the folders are those of the XDG specification: configuration and credentials in
$XDG_CONFIG_HOME/remit, the journal in $XDG_STATE_HOME/remit, the sandbox in $XDG_DATA_HOME/remit, the ids that a shell
completes and what Node compiled of the program in $XDG_CACHE_HOME/remit, which may be deleted at any time.
The folder that a command runs in is never read for configuration.

NO_COLOR, CLICOLOR_FORCE, TERM=dumb, COLUMNS, TZ, HTTPS_PROXY, HTTP_PROXY and NO_PROXY mean what they mean elsewhere.
Addresses of this machine never go through a proxy; a name in NO_PROXY covers its subdomains.
What is in force, and where it comes from: remit config list, remit profile show, remit auth status.
`;
