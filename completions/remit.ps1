# Completions of remit for PowerShell, written by `remit completion powershell`.

$global:RemitGlobals = @(
  '-P=^ profile to use (REMIT_PROFILE)'
  '--profile=^ profile to use (REMIT_PROFILE)'
  '-b=:business business to act for (REMIT_BUSINESS)'
  '--business=:business business to act for (REMIT_BUSINESS)'
  '--base-url=? base URL of the service (REMIT_BASE_URL)'
  '--token-file=% file containing the token (REMIT_TOKEN_FILE)'
  '-o=table,json,ndjson,csv,tsv,markdown,html output format (REMIT_OUTPUT)'
  '--output=table,json,ndjson,csv,tsv,markdown,html output format (REMIT_OUTPUT)'
  '--json the service''s records as JSON'
  '--csv CSV with a header'
  '--columns=? columns to print, in this order; all for every documented one'
  '--query=? filter the result with a JMESPath expression; JSON, or rows with --csv, -o tsv, -o table or -o markdown'
  '-r print strings of --query without quotes'
  '--raw print strings of --query without quotes'
  '--no-header omit the header of CSV or table'
  '--raw-csv do not escape spreadsheet formulas in CSV'
  '--out=% write output to a file (atomically); {date} is the date in Eastern Time, - is standard output'
  '--force allow --out to replace a file'
  '--manifest also write <file>.manifest.json: rows, sums, SHA-256, filters'
  '--utc show times in UTC'
  '-y skip confirmation prompts'
  '--yes skip confirmation prompts'
  '--no-input disable prompts; fail if input is required'
  '-q suppress notices on standard error'
  '--quiet suppress notices on standard error'
  '-v log each request to standard error'
  '--verbose log each request to standard error'
  '--debug log requests with headers and bodies (secrets masked) and error stacks'
  '--timeout=? maximum time per request, in seconds'
  '--retries=? number of retries for requests that are safe to repeat'
  '--ca-file=% PEM file of certificate authorities to trust'
  '-H=? add a request header'
  '--header=? add a request header'
  '--no-color disable color (NO_COLOR)'
  '--no-progress print lines only: no spinner, bar or chart, for screen readers (TERM=dumb)'
  '-h show help'
  '--help show help'
  '-V show the version'
  '--version show the version'
)
$global:RemitWriting = @(
  '-F=? add a body field; a.b=1 nests, numbers and booleans are converted'
  '--field=? add a body field; a.b=1 nests, numbers and booleans are converted'
  '--data=%@ JSON object to use as the body'
  '-n validate and print the request without sending it'
  '--dry-run validate and print the request without sending it'
  '--idempotency-key=? use this idempotency key instead of a generated one'
)

# What may follow the words of a command: further words, flags (a value after =), arguments, and what each is for.
$global:RemitPlaces = @{
  '' = @{
    Words = @(
      'accounting Connect and sync an accounting system'
      'api Make an authenticated API request'
      'auth Sign in and out'
      'bank Link and verify bank accounts'
      'business Register businesses, show balances, withdraw'
      'commands List all commands (--json includes flags, examples, columns and exit codes)'
      'completion Print or install a shell completion script'
      'config Manage settings that apply to every profile'
      'connection Manage connections with trading partners'
      'demo Run a complete example in a temporary sandbox'
      'dialect Map field names to those of your service'
      'doctor Check configuration, credentials and connectivity'
      'explain Explain an exit code, an API error code or an ACH return code'
      'forecast Forecast receipts and debits by business day'
      'help Show help for a topic or a command'
      'invite Invite businesses and answer invitations'
      'journal Show sent requests and resolve unknown outcomes'
      'link Manage payment links and pay-me links'
      'match Match a bank statement with payments and withdrawals'
      'mcp Run an MCP server for the API'
      'pay Pay a payable or a business, list and cancel payments'
      'payable Create, approve and track invoices'
      'policy Limit a profile: amounts, bank accounts, payees, dual approval'
      'profile Manage profiles: settings for several services or users'
      'run Plan, approve and apply payment runs'
      'sandbox Run the whole API locally for testing'
      'schema Print the schema of CSV columns, of JSON records, or of a file'
      'status Show what needs action: to approve, to pay, overdue, held, failed, unresolved'
      'version Show the version'
      'wait Wait until a resource reaches a status: a payable paid, a bank account verified'
      'watch Stream status changes until interrupted'
      'whoami Show who is signed in'
    )
  }
  'accounting' = @{
    Words = @(
      'connect Connect an accounting system (authorized in a browser)'
      'disconnect Disconnect the accounting system (synced records stay)'
      'fields Show how payable fields map to bill fields'
      'list List the accounting integrations of a business'
      'map-bank Map a bank account to an account of the accounting system'
      'map-vendor Map a connection to a vendor of the accounting system'
      'status Show whether an accounting system is connected'
      'sync Sync vendors, bank accounts and invoices with the accounting system'
      'sync-status Show the most recent sync and its errors'
    )
  }
  'accounting connect' = @{
    Flags = @(
      '--redirect-uri=? where to redirect the browser afterwards'
      '--open open the URL in a browser'
      '--wait wait until access is authorized'
      '--max-wait=? maximum wait in seconds (default 300)'
    )
    Writes = $true
  }
  'accounting disconnect' = @{
    Writes = $true
  }
  'accounting fields' = @{
    Args = @(
      ':integration'
    )
  }
  'accounting map-bank' = @{
    Flags = @(
      '--bank=:bank bank account to map'
      '--accounting-account=? id of the account in the accounting system'
    )
    Args = @(
      ':integration'
    )
    Writes = $true
  }
  'accounting map-vendor' = @{
    Flags = @(
      '--connection=:connection connection to map'
      '--vendor=? id of the vendor in the accounting system'
    )
    Args = @(
      ':integration'
    )
    Writes = $true
  }
  'accounting sync' = @{
    Flags = @(
      '--only=vendors,bank-accounts,invoices vendors, bank-accounts, invoices'
      '--wait wait until it is finished and show the result'
      '--max-wait=? maximum wait in seconds (default 300)'
    )
    Args = @(
      ':integration'
    )
    Writes = $true
  }
  'accounting sync-status' = @{
    Args = @(
      ':integration'
    )
  }
  'api' = @{
    Words = @(
      'list List every API operation'
      'openapi Print the API description as OpenAPI 3.1'
    )
    Flags = @(
      '--param=? value of a {placeholder} of the path'
      '--paginate fetch all pages of a list'
      '--input=% file to send as the request body'
      '--expect-amount=? fail unless the amount is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--allow-duplicate=:intent repeat the request recorded as <intent>'
    )
    Args = @(
      'GET,POST,PUT,PATCH,DELETE,business.list,business.get,business.create,business.createBasic,business.setAlias,business.setLogo,business.removeLogo,business.balance,business.withdraw,bank.list,bank.linkToken,bank.connect,bank.connectManually,bank.verifyMicroDeposits,bank.setDefault,bank.remove,connection.list,connection.get,connection.setAlias,connection.setTags,connection.setSettings,connection.archive,connection.invoices,connection.exportCsv,invite.send,invite.list,invite.cancel,invite.resend,invite.accept,invite.reject,invite.publicSettings,payable.create,payable.list,payable.get,payable.update,payable.approve,payable.decline,payable.cancel,payable.remind,payable.activity,payable.export,link.get,link.enable,link.disable,link.send,link.payMe,link.configurePayMe,link.regeneratePayMe,pay.initiate,pay.quickPay,pay.bulkInitiate,pay.cancel,accounting.list,accounting.connect,accounting.status,accounting.disconnect,accounting.syncStatus,accounting.sync,accounting.syncType,accounting.fields,accounting.mapVendor,accounting.mapBank,user.profile'
      '?'
    )
    Writes = $true
  }
  'auth' = @{
    Words = @(
      'login Sign in and store a token in the profile'
      'logout Sign out: remove the token of the profile'
      'status Show the service and user you are signed in to (sends a request)'
      'token Print the token that would be sent'
    )
  }
  'auth login' = @{
    Flags = @(
      '--with-token read the token from standard input'
      '--email=? sign in with this email address and a password'
      '--password-file=% file containing the password'
    )
  }
  'bank' = @{
    Words = @(
      'connect Link a bank account selected at the bank-linking provider'
      'connect-manual Link a bank account by its numbers, verified by two micro-deposits'
      'link Link a bank account, selected in a browser'
      'link-token Get a short-lived token for the bank-linking provider'
      'list List the bank accounts of the account''s businesses'
      'remove Remove a bank account that has no pending payments'
      'set-default Make a bank account the default of its business'
      'verify Verify a bank account with the amounts of its two micro-deposits'
    )
  }
  'bank connect' = @{
    Flags = @(
      '--public-token-file=% file containing the public token returned by the provider'
      '--account=? account selected there'
    )
    Writes = $true
  }
  'bank connect-manual' = @{
    Flags = @(
      '--routing=? routing number, nine digits'
      '--account-number-file=% file containing the account number'
      '--type=checking,savings account type'
      '--name=? display name'
    )
    Writes = $true
  }
  'bank link' = @{
    Flags = @(
      '--provider-url=? URL of the provider''s page'
      '--no-open print the URL, do not open a browser'
      '--max-wait=? maximum wait in seconds (default 300)'
    )
    Writes = $true
  }
  'bank remove' = @{
    Args = @(
      ':bank'
    )
    Writes = $true
  }
  'bank set-default' = @{
    Args = @(
      ':bank'
    )
    Writes = $true
  }
  'bank verify' = @{
    Args = @(
      ':bank'
      '?'
      '?'
    )
    Writes = $true
  }
  'business' = @{
    Words = @(
      'balance Show the available balance of a business, and what is in transit'
      'create Register a full business, which sends and receives payments'
      'create-basic Register a basic business, which only receives payments'
      'get Show one business'
      'list List the businesses of the account'
      'remove-logo Remove the logo of a business'
      'set-alias Set the name that connected businesses see'
      'set-logo Upload the logo of a business'
      'withdraw Withdraw from the balance to a bank account'
    )
  }
  'business balance' = @{
    Args = @(
      ':business'
    )
  }
  'business create' = @{
    Flags = @(
      '--name=? legal name'
      '--type=soleProprietorship,llc,corporation,partnership legal structure'
      '--street=? street and number'
      '--city=? city'
      '--state=? state, two letters'
      '--zip=? ZIP code'
      '--country=? country (default US)'
      '--ein=? employer identification number'
      '--controller-first-name=? first name'
      '--controller-last-name=? last name'
      '--controller-dob=? date of birth, YYYY-MM-DD'
      '--controller-ssn-file=% file containing the social security number'
      '--controller-street=? street (default: that of the business)'
      '--controller-city=? city'
      '--controller-state=? state, two letters'
      '--controller-zip=? ZIP code'
    )
    Writes = $true
  }
  'business create-basic' = @{
    Flags = @(
      '--name=? legal name'
      '--type=soleProprietorship,llc,corporation,partnership legal structure'
      '--street=? street and number'
      '--city=? city'
      '--state=? state, two letters'
      '--zip=? ZIP code'
      '--country=? country (default US)'
      '--ein=? employer identification number'
      '--ssn-file=% file containing a social security number, instead of --ein'
    )
    Writes = $true
  }
  'business get' = @{
    Args = @(
      ':business'
    )
  }
  'business list' = @{
    Flags = @(
      '--status=pending,verified,suspended filter by status'
    )
  }
  'business remove-logo' = @{
    Args = @(
      ':business'
    )
    Writes = $true
  }
  'business set-alias' = @{
    Args = @(
      ':business'
      '?'
    )
    Writes = $true
  }
  'business set-logo' = @{
    Args = @(
      ':business'
      '%'
    )
    Writes = $true
  }
  'business withdraw' = @{
    Flags = @(
      '--amount=? amount in dollars, all, or above:<dollars> for all but this amount'
      '--to=:bank bank account to receive the funds'
      '--expect-amount=? fail unless the amount is this'
      '--max-total=? fail if the total is more than this'
      '--allow-duplicate=:intent repeat the request recorded as <intent>'
      '--reference=? your reference of this payment: what has the same one is paid once, what has another is another payment'
    )
    Args = @(
      ':business'
    )
    Writes = $true
  }
  'completion' = @{
    Flags = @(
      '--install install it where the shell looks, and print the next step'
    )
    Args = @(
      'bash,zsh,fish,powershell'
    )
  }
  'config' = @{
    Words = @(
      'get Show one setting'
      'list List the settings in effect and their sources'
      'path Print the path of the configuration file'
      'set Change a setting for every profile'
      'unset Remove a setting'
    )
  }
  'config get' = @{
    Args = @(
      'output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay'
    )
  }
  'config set' = @{
    Args = @(
      'output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay'
      '?'
    )
  }
  'config unset' = @{
    Args = @(
      'output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay'
    )
  }
  'connection' = @{
    Words = @(
      'archive Archive a connection (no new payables on it)'
      'export Export all connections as CSV, as the service writes it'
      'get Show one connection'
      'invoices List all payables of a connection'
      'list List active and archived connections'
      'set-alias Set your own label for a connection'
      'set-settings Set the payment terms of a connection'
      'set-tags Replace the tags of a connection, or add and remove some'
      'statement Show the statement of account with a trading partner'
    )
  }
  'connection archive' = @{
    Args = @(
      ':connection'
    )
    Writes = $true
  }
  'connection get' = @{
    Args = @(
      ':connection'
    )
  }
  'connection invoices' = @{
    Flags = @(
      '--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED filter by status'
    )
    Args = @(
      ':connection'
    )
  }
  'connection list' = @{
    Flags = @(
      '--status=active,pending,archived filter by status'
      '--tag=? filter by tag (name or id)'
    )
  }
  'connection set-alias' = @{
    Args = @(
      ':connection'
      '?'
    )
    Writes = $true
  }
  'connection set-settings' = @{
    Flags = @(
      '--net-terms=? days from invoice to due date'
    )
    Args = @(
      ':connection'
    )
    Writes = $true
  }
  'connection set-tags' = @{
    Flags = @(
      '--clear remove all tags'
      '--add=? add a tag'
      '--remove=? remove a tag'
    )
    Args = @(
      ':connection'
      '?...'
    )
    Writes = $true
  }
  'connection statement' = @{
    Flags = @(
      '--from=? first day (default: the first of the month of the last day)'
      '--to=? last day (default: today)'
      '--open print the invoices open at the end instead of the entries'
    )
    Args = @(
      ':connection'
    )
  }
  'demo' = @{
    Flags = @(
      '--step wait for Enter between the steps'
    )
  }
  'dialect' = @{
    Words = @(
      'check Compare the assumed names with the service''s responses (sends reads only)'
      'list List every assumed name and its mapping to the API of your service'
      'set Map a field, an enum value or a path to its name in the API of your service'
      'unset Remove a mapping'
    )
  }
  'dialect check' = @{
    Flags = @(
      '--only=mismatch,confirmed,unverified filter by result'
    )
  }
  'dialect list' = @{
    Flags = @(
      '--changed only names with a mapping'
    )
  }
  'dialect set' = @{
    Args = @(
      '?'
      '?'
    )
  }
  'dialect unset' = @{
    Args = @(
      '?'
    )
  }
  'doctor' = @{
    Flags = @(
      '--network also check the service: DNS, connection, responses, clock'
    )
  }
  'explain' = @{
    Args = @(
      '?'
    )
  }
  'forecast' = @{
    Flags = @(
      '--weeks=? weeks from today (default 6)'
      '--opening=:bank amount in a bank account now, in dollars; repeatable'
      '--from=:bank bank account that approved payables are paid from (default: the default account)'
      '--release=? assume that held payments are released on this date (default: they are on no day)'
      '--fail-below=? exit 15 if a day ends below this amount; the series is balance or a bank account with --opening'
      '--view=days,items,month what to show (default days)'
    )
  }
  'help' = @{
    Flags = @(
      '--man-pages=/ write the man pages to this folder'
      '--licenses print the licenses of all that this program contains'
      '--sbom print the bill of materials: what it contains, in CycloneDX JSON'
    )
    Args = @(
      'flags,environment,output,csv,dates,money-safety,exit-codes,automation,security,dialects,sandbox,glossary,accounting,api,auth,bank,business,commands,completion,config,connection,demo,dialect,doctor,explain,forecast,help,invite,journal,link,match,mcp,pay,payable,policy,profile,run,sandbox,schema,status,version,wait,watch,whoami...'
    )
  }
  'invite' = @{
    Words = @(
      'accept Accept an invitation with the token of its email or link'
      'cancel Cancel a pending invitation (its link stops working)'
      'list List the invitations that a business sent'
      'public Enable or disable the public invite link'
      'reject Reject an invitation that was received'
      'resend Resend the email of a pending invitation'
      'send Invite a business by email, or many from a file'
    )
  }
  'invite accept' = @{
    Flags = @(
      '--invitation-token-file=% file containing the invitation token or link'
    )
    Writes = $true
  }
  'invite cancel' = @{
    Args = @(
      ':invitation'
    )
    Writes = $true
  }
  'invite list' = @{
    Flags = @(
      '--status=pending,accepted,rejected,cancelled,expired filter by status'
      '--received received invitations instead, if the service lists them'
    )
  }
  'invite public' = @{
    Flags = @(
      '--enable enable the link'
      '--disable disable the link: its URL stops working'
      '--require-approval connections need your approval'
      '--no-require-approval connections are approved automatically'
    )
    Writes = $true
  }
  'invite reject' = @{
    Args = @(
      ':invitation'
    )
    Writes = $true
  }
  'invite resend' = @{
    Args = @(
      ':invitation'
    )
    Writes = $true
  }
  'invite send' = @{
    Flags = @(
      '--display-name=? your label for the connection'
      '--file=% send the invitations of this file'
    )
    Args = @(
      '?'
    )
    Writes = $true
  }
  'journal' = @{
    Words = @(
      'adopt Let the profile send with this journal in place of another'
      'export Export the whole journal, oldest first, for archiving or audit'
      'list List recorded requests, newest first'
      'reconcile Resolve unknown outcomes from the service''s records'
      'resolve Record the outcome of an unresolved request that you verified with the service'
      'show Show a recorded request and its history'
      'verify Check that nobody edited the journal'
    )
  }
  'journal list' = @{
    Flags = @(
      '--unresolved only requests with an unknown outcome'
      '--since=? recorded on this day or later'
      '--payable=:payable only requests for the payable with this id'
      '--limit=? maximum number of rows'
    )
  }
  'journal reconcile' = @{
    Flags = @(
      '--quiet-period=? seconds to wait after the last send (default: journal.quietSeconds, else 120)'
      '--no-wait do not wait: leave recent requests unresolved'
    )
    Args = @(
      ':intent...'
    )
  }
  'journal resolve' = @{
    Flags = @(
      '--applied the request was applied'
      '--not-applied the request was not applied'
      '--approve approve the verdict that another person requested'
      '--note=? how you verified it'
      '--key=% your SSH key: the private key''s file, or the public one if the key is in ssh-agent (default: run.key)'
      '--signature=% signature made elsewhere: the text of --signable, then the output of ssh-keygen'
      '--signable print the text to sign, and record nothing'
      '--person=? who signs it (with --signable)'
    )
    Args = @(
      ':intent'
    )
  }
  'journal show' = @{
    Args = @(
      ':intent'
    )
  }
  'journal verify' = @{
    Flags = @(
      '--evidence=% journal-entries.json of payable evidence, whose entries must be in this journal'
      '--head=? head that must be an entry of this journal'
    )
  }
  'link' = @{
    Words = @(
      'disable Disable the payment link of a payable'
      'enable Enable a payment link, for payers without an account'
      'get Show the payment link of a payable'
      'pay-me Manage the link through which anyone can pay a business'
      'send Email the payment link of a payable'
    )
  }
  'link disable' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'link enable' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'link get' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
  }
  'link pay-me' = @{
    Words = @(
      'configure Enable or disable the pay-me link and set its amount range'
      'get Show the pay-me link of a business and its eligibility'
      'regenerate Replace the URL of the pay-me link'
    )
  }
  'link pay-me configure' = @{
    Flags = @(
      '--enable enable the link'
      '--disable disable the link: its URL stops working'
      '--min=? minimum amount (-F minAmount=null removes it)'
      '--max=? maximum amount (-F maxAmount=null removes it)'
    )
    Writes = $true
  }
  'link pay-me regenerate' = @{
    Writes = $true
  }
  'link send' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
      '--email=? email address to send it to'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'match' = @{
    Flags = @(
      '--bank=:bank bank account of the statement (default: found by its account number)'
      '--map=? column of a CSV file: date, amount (or debit and credit), sign, description, id, balance, currency'
      '--date-format=? dates of a CSV file, such as MM/DD/YYYY (default YYYY-MM-DD)'
      '--from=? first day of the statement (default: as the file says)'
      '--to=? last day of the statement (default: as the file says)'
      '--window=? business days after the expected date within which a transaction is posted (default 3)'
      '--ignore-balances match a statement whose own balances or totals do not add up'
      '--accept-probable exit 0 although something is only probable'
      '--resolve resolve unknown outcomes that the statement proves, after a prompt'
    )
    Args = @(
      '%'
    )
  }
  'mcp' = @{
    Words = @(
      'serve Run a Model Context Protocol (MCP) server over stdio, with a tool for every API operation'
    )
  }
  'mcp serve' = @{
    Flags = @(
      '--allow-writes also offer write operations'
    )
  }
  'pay' = @{
    Words = @(
      'bulk Pay the approved payables listed in a file'
      'cancel Cancel a payment that is held or scheduled'
      'get Show one payment, from its payable and from the journal'
      'initiate Pay an approved payable by ACH, now or on a date'
      'list List payments, from the payables that show them and from the journal'
      'quick Pay a connected business without a payable'
    )
  }
  'pay bulk' = @{
    Flags = @(
      '--file=% payables to pay'
      '--date-format=? with --file: how it writes dates, such as MM/DD/YYYY or DD.MM.YYYY (default YYYY-MM-DD)'
      '--from=:bank bank account to pay from (default: the payer''s default account)'
      '--speed=standard,same-day clearing speed: standard takes 1 to 3 business days (default standard)'
      '--on=? pay on this date instead of now'
      '--expect-count=? fail unless there are this many payments'
      '--expect-total=? fail unless the total is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--exit-code exit 15 if there is nothing to pay (default 0)'
      '--allow-duplicate=:intent repeat the request recorded as <intent>'
    )
    Writes = $true
  }
  'pay cancel' = @{
    Flags = @(
      '--payable=:payable payable it pays: shown in the confirmation, after it was checked'
      '--allow-duplicate=:intent repeat the request recorded as <intent>'
    )
    Args = @(
      ':payment'
    )
    Writes = $true
  }
  'pay get' = @{
    Args = @(
      ':payment'
    )
  }
  'pay initiate' = @{
    Flags = @(
      '--from=:bank bank account to pay from (default: the payer''s default account)'
      '--connection=:connection connection of the payable, for an invoice number'
      '--speed=standard,same-day clearing speed: standard takes 1 to 3 business days (default standard)'
      '--on=? pay on this date instead of now'
      '--expect-amount=? fail unless the amount is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--allow-duplicate=:intent repeat the request recorded as <intent>'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'pay list' = @{
    Flags = @(
      '--status=SCHEDULED,HELD,PENDING,PROCESSING,COMPLETED,FAILED,RETURNED,CANCELLED filter by status'
      '--direction=received,sent received invoices that are paid, or sent ones'
      '--payable=:payable only payments of this payable (id or invoice number)'
      '--limit=? maximum number of rows'
    )
  }
  'pay quick' = @{
    Flags = @(
      '--amount=? amount in dollars'
      '--from=:bank bank account to pay from (default: the payer''s default account)'
      '--note=? memo to the payee'
      '--expect-amount=? fail unless the amount is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--allow-duplicate=:intent repeat the request recorded as <intent>'
      '--reference=? your reference of this payment: what has the same one is paid once, what has another is another payment'
    )
    Args = @(
      ':connection'
    )
    Writes = $true
  }
  'payable' = @{
    Words = @(
      'aging Show an aging report of open payables'
      'approve Approve submitted payables, as their payer'
      'cancel Cancel a payable, as its sender'
      'create Create a payable (invoice) on a connection, or many from a file'
      'decline Decline a payable, as its payer'
      'evidence Collect everything that proves the payment of a payable in a folder'
      'export Export payables as CSV, as the service writes it'
      'get Show one payable'
      'list List the payables of a business, newest first'
      'log Show the activity log of a payable, oldest first'
      'recur Create the recurring invoices of a schedule that are due'
      'remind Send payment reminders by email'
      'submit Submit a draft to its payer'
      'update Update a draft, or the editable fields of a submitted payable'
      'watermark Show the positions of --since-last exports, and set them back'
    )
  }
  'payable aging' = @{
    Flags = @(
      '--direction=received,sent only sent or received payables'
      '--report=% also write an HTML report'
    )
  }
  'payable approve' = @{
    Flags = @(
      '--expect-amount=? fail unless the amount is this'
      '--expect-count=? fail unless there are this many payments'
      '--expect-total=? fail unless the total is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--where choose submitted payables received by the filters, instead of by id'
      '--connection=:connection connection'
      '--payee=? payee whose name contains this, or with this id'
      '--search=? text in invoice number, memo, payee or payer'
      '--overdue open, and due before today'
      '--due-from=? due on this day or later'
      '--due-by=? due on this day or earlier'
      '--created-from=? created on this day or later'
      '--created-to=? created on this day or earlier'
      '--amount-from=? this amount or more'
      '--amount-to=? this amount or less'
    )
    Args = @(
      ':payable...'
    )
    Writes = $true
  }
  'payable cancel' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'payable create' = @{
    Flags = @(
      '--connection=:connection connection of the payable'
      '--amount=? amount (default: the sum of the lines)'
      '--due=? due date, YYYY-MM-DD'
      '--invoice-number=? invoice number, unique on the connection'
      '--memo=? memo to the payer'
      '--line=? ''description|quantity|unitPrice''; repeatable'
      '--attach=% PDF, PNG or JPEG to upload and attach; repeatable'
      '--attachment=? reference of an uploaded file'
      '--submit submit it to the payer'
      '--file=% create the payables of this file'
      '--date-format=? with --file: how it writes dates, such as MM/DD/YYYY or DD.MM.YYYY (default YYYY-MM-DD)'
      '--again with --file: create rows again that were created before'
      '--allow-duplicate=:intent repeat the request recorded as <intent>'
    )
    Writes = $true
  }
  'payable decline' = @{
    Flags = @(
      '--reason=? reason, shown to the sender'
      '--where choose submitted payables received by the filters, instead of by id'
      '--connection=:connection connection'
      '--payee=? payee whose name contains this, or with this id'
      '--search=? text in invoice number, memo, payee or payer'
      '--overdue open, and due before today'
      '--due-from=? due on this day or later'
      '--due-by=? due on this day or earlier'
      '--created-from=? created on this day or later'
      '--created-to=? created on this day or earlier'
      '--amount-from=? this amount or more'
      '--amount-to=? this amount or less'
      '--max-total=? fail if the total is more than this'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'payable evidence' = @{
    Flags = @(
      '--out=/ folder to create; it must not exist'
      '--plan=% plan file of a payment run that paid it; its signatures are in it'
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
  }
  'payable export' = @{
    Flags = @(
      '--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED status'
      '--connection=:connection connection'
      '--created-from=? created on this day or later'
      '--created-to=? created on this day or earlier'
      '--since-last whole days since the last complete --since-last export with the same filters; requires --out'
    )
  }
  'payable get' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
  }
  'payable list' = @{
    Flags = @(
      '--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED status'
      '--direction=received,sent received, to pay, or sent, to be paid'
      '--payment=scheduled,held,pending,processing,completed,failed,returned,cancelled,none,in-flight,not-in-flight state of its newest payment; in-flight is any of scheduled, held, pending and processing'
      '--failed-since=? newest payment failed or was returned on this day or later'
      '--connection=:connection connection'
      '--payee=? payee whose name contains this, or with this id'
      '--payer=? payer whose name contains this, or with this id'
      '--search=? text in invoice number, memo, payee or payer'
      '--overdue open, and due before today'
      '--due-from=? due on this day or later'
      '--due-by=? due on this day or earlier'
      '--created-from=? created on this day or later'
      '--created-to=? created on this day or earlier'
      '--amount-from=? this amount or more'
      '--amount-to=? this amount or less'
      '--sort=? sort by invoice, payee, payer, amount, due, status, payment, created, connection; -amount is descending, due,-amount are two keys'
      '--group-by=payee,payer,due,status,payment,connection count and sum by this field and direction'
      '--total print count and sum to standard error'
      '--limit=? maximum number of rows, after filter and sort'
      '--skip=? number of rows to skip, after filter and sort'
      '--since-last only payables created since the last complete --since-last export with the same filters; requires --out'
      '--as=xero,quickbooks CSV for the import of an accounting product; requires --direction'
      '--account=? with --as: account code, account name or product of every line'
      '--tax-type=? with --as xero: tax rate of every line'
      '--page-size=? rows per request'
    )
  }
  'payable log' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
  }
  'payable recur' = @{
    Flags = @(
      '--until=? create invoices dated up to this date (default today); +14d is two weeks ahead'
      '--since=? leave out invoices dated before this date'
      '--connection=:connection connection of rows without one'
      '--submit submit the invoices to the payer'
      '--date-format=? how the schedule writes start, such as MM/DD/YYYY (default YYYY-MM-DD)'
    )
    Args = @(
      '%'
    )
    Writes = $true
  }
  'payable remind' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable...'
    )
    Writes = $true
  }
  'payable submit' = @{
    Flags = @(
      '--connection=:connection connection of the payable, for an invoice number'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'payable update' = @{
    Flags = @(
      '--connection=:connection connection of the payable'
      '--amount=? amount (default: the sum of the lines)'
      '--due=? due date, YYYY-MM-DD'
      '--invoice-number=? invoice number, unique on the connection'
      '--memo=? memo to the payer'
      '--line=? ''description|quantity|unitPrice''; repeatable'
      '--attach=% PDF, PNG or JPEG to upload and attach; repeatable'
      '--attachment=? reference of an uploaded file'
      '--submit submit it to the payer'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'payable watermark' = @{
    Words = @(
      'list List how far each --since-last export has come'
      'set Set a --since-last export back, to export everything from a date again'
    )
  }
  'payable watermark set' = @{
    Args = @(
      '?'
      '?'
    )
  }
  'policy' = @{
    Words = @(
      'check Check the policy, whether it allows payments, or a policy file for a machine'
      'set Set a rule for the profile; applies to every command and to remit api'
      'show Show the rules that apply: those of the machine and of the profile'
      'unset Remove a rule of the profile'
    )
  }
  'policy check' = @{
    Flags = @(
      '--from=:bank bank account to pay from (default: the payer''s default account)'
      '--file=% machine policy file to validate'
    )
    Args = @(
      ':payable...'
    )
  }
  'policy set' = @{
    Args = @(
      'readOnly,maxPerPayment,maxPerApproval,maxPerRun,maxPerDay,maxPerMonth,maxPerPayeePerDay,allowedBankAccounts,allowedPayees,dualApprovalAbove,requireApproval,approvals.required,approvals.signers,approvals.revoked'
      '?'
    )
  }
  'policy unset' = @{
    Args = @(
      'readOnly,maxPerPayment,maxPerApproval,maxPerRun,maxPerDay,maxPerMonth,maxPerPayeePerDay,allowedBankAccounts,allowedPayees,dualApprovalAbove,requireApproval,approvals.required,approvals.signers,approvals.revoked'
    )
  }
  'profile' = @{
    Words = @(
      'list List the profiles'
      'remove Remove a profile and its token'
      'set Change a setting of the profile; --profile <name> creates a new one'
      'show Show the settings of a profile'
      'unset Remove a setting of the profile'
      'use Switch to another profile'
    )
  }
  'profile remove' = @{
    Args = @(
      '^'
    )
  }
  'profile set' = @{
    Args = @(
      'baseUrl,business,environment,output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay,tokenCommand,dialect,gatewayHeaders,policy.readOnly,policy.maxPerPayment,policy.maxPerApproval,policy.maxPerRun,policy.maxPerDay,policy.maxPerMonth,policy.maxPerPayeePerDay,policy.allowedBankAccounts,policy.allowedPayees,policy.dualApprovalAbove,policy.requireApproval,policy.approvals.required,policy.approvals.signers,policy.approvals.revoked,journal.database,journal.quietSeconds,match.csv,run.key'
      '?'
    )
  }
  'profile show' = @{
    Args = @(
      '^'
    )
  }
  'profile unset' = @{
    Args = @(
      'baseUrl,business,environment,output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay,tokenCommand,dialect,gatewayHeaders,policy.readOnly,policy.maxPerPayment,policy.maxPerApproval,policy.maxPerRun,policy.maxPerDay,policy.maxPerMonth,policy.maxPerPayeePerDay,policy.allowedBankAccounts,policy.allowedPayees,policy.dualApprovalAbove,policy.requireApproval,policy.approvals.required,policy.approvals.signers,policy.approvals.revoked,journal.database,journal.quietSeconds,match.csv,run.key'
    )
  }
  'profile use' = @{
    Args = @(
      '^'
    )
  }
  'run' = @{
    Words = @(
      'apply Pay the payments of a plan'
      'approve Sign a plan as an approver'
      'key Manage the keys that sign plans'
      'plan Plan a payment run and write it to a file'
      'report Report the outcome of every row of a plan, from the journal'
      'resume Resume a partially applied plan'
      'revoke Revoke a plan, so that nothing more of it is paid'
      'show Verify and show a plan'
      'sign Sign a plan as its maker'
      'status Show the progress of a plan, from the journal'
    )
  }
  'run apply' = @{
    Flags = @(
      '--batch=? maximum number of payments per request, all or none (default 50)'
      '--expect-count=? fail unless there are this many payments'
      '--expect-total=? fail unless the total is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--exit-code exit 15 if there is nothing to pay (default 0)'
    )
    Args = @(
      '%'
    )
    Writes = $true
  }
  'run approve' = @{
    Flags = @(
      '--key=% your SSH key: the private key''s file, or the public one if the key is in ssh-agent (default: run.key)'
      '--person=? your name, if your key is not in your list of trusted keys'
      '--signature=% signature made elsewhere: the text of run show --signable, then the output of ssh-keygen'
    )
    Args = @(
      '%'
    )
  }
  'run key' = @{
    Words = @(
      'export Convert a signing key of an earlier version to an SSH key'
      'list List the people who may sign plans, and their keys'
      'revoke Revoke a person''s key'
      'trust Trust a person to sign plans with an SSH key'
    )
  }
  'run key export' = @{
    Args = @(
      '?'
      '%'
    )
  }
  'run key revoke' = @{
    Args = @(
      '?'
    )
  }
  'run key trust' = @{
    Flags = @(
      '--valid-after=? first day on which signatures are valid'
      '--valid-before=? day from which they are not'
    )
    Args = @(
      '?'
      '?'
    )
  }
  'run plan' = @{
    Flags = @(
      '--file=% payables or quick payments to make (default: all approved payables)'
      '--date-format=? with --file: how it writes dates, such as MM/DD/YYYY or DD.MM.YYYY (default YYYY-MM-DD)'
      '--due-by=? only payables due on or before this date'
      '--connection=:connection filter by connection'
      '--tag=? filter by tag of the connection (name or id)'
      '--from=:bank bank account to pay from (default: the payer''s default account)'
      '--speed=standard,same-day clearing speed: standard takes 1 to 3 business days (default standard)'
      '--on=? pay on this date instead of now'
      '--withdraw=? withdraw from the balance instead: an amount in dollars, all, or above:<dollars>'
      '--to=:bank bank account to receive the funds (with --withdraw)'
      '--key=% your SSH key: the private key''s file, or the public one if the key is in ssh-agent (default: run.key)'
      '--person=? your name, if your key is not in your list of trusted keys'
      '--expires=? days until the plan can no longer be applied (default 7)'
      '--expect-count=? fail unless there are this many payments'
      '--expect-total=? fail unless the total is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--exit-code exit 15 if there is nothing to pay (default 0)'
    )
  }
  'run report' = @{
    Args = @(
      '%'
    )
  }
  'run resume' = @{
    Flags = @(
      '--batch=? maximum number of payments per request, all or none (default 50)'
      '--expect-count=? fail unless there are this many payments'
      '--expect-total=? fail unless the total is this'
      '--expect-payee=? fail unless the payee is this business (name or id)'
      '--max-total=? fail if the total is more than this'
      '--exit-code exit 15 if there is nothing to pay (default 0)'
    )
    Args = @(
      '%'
    )
    Writes = $true
  }
  'run revoke' = @{
    Args = @(
      '%'
    )
  }
  'run show' = @{
    Flags = @(
      '--signable=maker,approver print the text to sign: maker or approver'
      '--person=? who signs it (with --signable)'
    )
    Args = @(
      '%'
    )
  }
  'run sign' = @{
    Flags = @(
      '--key=% your SSH key: the private key''s file, or the public one if the key is in ssh-agent (default: run.key)'
      '--person=? your name, if your key is not in your list of trusted keys'
      '--signature=% signature made elsewhere: the text of run show --signable, then the output of ssh-keygen'
    )
    Args = @(
      '%'
    )
  }
  'run status' = @{
    Args = @(
      '%'
    )
  }
  'sandbox' = @{
    Words = @(
      'account Manage accounts of the sandbox'
      'accounting Control the simulated accounting system'
      'bank Show or change the behavior and balance of a bank account'
      'business Verify, suspend or reinstate a business, or complete its review'
      'clock Show and change the clock of the sandbox'
      'comment Add a comment to the activity log of a payable'
      'config Manage the service configuration'
      'events List, follow and resend the events of the sandbox'
      'export Export everything in the sandbox'
      'fault Inject errors, delays and dropped connections'
      'fixtures Create the data of a JSON file of requests'
      'import Replace everything in the sandbox with an export'
      'ledger Show and check the double-entry ledger of the sandbox'
      'listen Forward events to a local program until interrupted'
      'micro-deposits Show the micro-deposits of a bank account, or post them'
      'open Open the inspector of the sandbox in a browser'
      'outbox List the emails that a real service would have sent, with links and tokens'
      'payment Show a payment, or advance it by one step regardless of the clock'
      'public-token Create a public token, as the bank-linking provider does'
      'reset Delete everything and start over with the seed'
      'seed Fill an empty sandbox'
      'simulate Advance every payment, withdrawal and micro-deposit by one step, regardless of the clock'
      'start Start the sandbox and sign in to it'
      'status Show whether the sandbox is running, its URL and its time'
      'stop Stop the sandbox (its data is kept)'
      'tag Manage tags of the sandbox'
      'tick Run the due jobs now'
      'token Manage tokens of the sandbox'
      'trigger Cause an event of a type, to test a program that receives it'
      'user Manage users of the sandbox'
      'webhook Show the webhook URL, the delivery position and the signing secret'
      'withdrawal Advance a withdrawal by one step, regardless of the clock'
      'withdrawals List withdrawals, oldest first (the API has no operation for it)'
    )
  }
  'sandbox account' = @{
    Words = @(
      'create Create an account with an owner, for example a trading partner'
    )
  }
  'sandbox account create' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--name=? name of the account'
      '--email=? email address of the owner'
      '--password-file=% file containing the password'
    )
  }
  'sandbox accounting' = @{
    Words = @(
      'authorize Authorize an accounting connection, as a user would in the browser'
      'bank-accounts List the bank accounts of the simulated accounting system'
      'bills List the bills and invoices of the simulated accounting system'
      'fail-next-sync Make the next sync fail'
      'revoke Revoke access in the accounting system'
      'slow-next-sync Delay the next sync, by the sandbox clock'
      'vendors List the vendors of the simulated accounting system'
    )
  }
  'sandbox accounting authorize' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--deny deny access instead'
    )
    Args = @(
      '?'
    )
  }
  'sandbox accounting bank-accounts' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting bills' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting fail-next-sync' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting revoke' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting slow-next-sync' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--seconds=? duration of the sync'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting vendors' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox bank' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--behavior=? R01, R01-late, HOLD, OK or none'
      '--balance=? new balance, or none for no limit'
    )
    Args = @(
      ':bank'
    )
  }
  'sandbox business' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--ein=? for complete: the missing tax id'
      '--ssn-file=% for complete: file containing a social security number'
      '--controller-file=? for complete: JSON file of the controller, as in the API'
    )
    Args = @(
      ':business'
      'verify,suspend,reinstate,complete'
    )
  }
  'sandbox clock' = @{
    Words = @(
      'advance Advance the clock; due jobs run in order'
      'set Set the clock forward; due jobs run'
      'show Show the time of the sandbox'
    )
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox clock advance' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      '?'
      '?'
    )
  }
  'sandbox clock set' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--mode=real,frozen whether the clock runs afterwards'
    )
    Args = @(
      '?'
    )
  }
  'sandbox clock show' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox comment' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--author=? author'
    )
    Args = @(
      ':payable'
      '?'
    )
  }
  'sandbox config' = @{
    Words = @(
      'set Change the service configuration'
      'show Show the service configuration'
    )
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox config set' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--hold-threshold=? amount from which payments are held for review'
      '--reminder-hours=? hours between two reminders, or none'
      '--strict-email=on,off whether only the invited email address can accept an invitation'
    )
  }
  'sandbox config show' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox events' = @{
    Words = @(
      'list List the events of the sandbox, oldest first'
      'resend Deliver an event once more'
    )
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--after=? only events after this one'
      '--type=? only events of these types, such as payment.completed (remit sandbox trigger --list)'
      '--follow print events as they happen, until interrupted'
    )
  }
  'sandbox events list' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--after=? only events after this one'
      '--type=? only events of these types, such as payment.completed (remit sandbox trigger --list)'
      '--follow print events as they happen, until interrupted'
    )
  }
  'sandbox events resend' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--to=? URL to deliver it to'
    )
    Args = @(
      '?'
    )
  }
  'sandbox export' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox fault' = @{
    Words = @(
      'add Inject a fault into API requests'
      'clear Remove a fault, or all faults'
      'list List faults and how often each was applied'
    )
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox fault add' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--method=? filter by HTTP method'
      '--path=? filter by path; `*` matches a segment, `**` any number'
      '--operation=? filter by operation, such as pay.initiate'
      '--status=? HTTP status to return'
      '--delay=? delay in milliseconds'
      '--drop=before,after drop the connection before or after the request is applied'
      '--cut=? drop the connection after this many bytes of the body'
      '--set=? change a field of the response; a.b=1 nests, JSON is converted'
      '--body=? response body to return'
      '--answer-header=? response header to add'
      '--times=? number of requests; 0 for no limit (default 1)'
      '--probability=? probability per request, above 0 up to 1'
      '--seed=? random seed, for repeatable results'
    )
  }
  'sandbox fault clear' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      '?'
    )
  }
  'sandbox fault list' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox fixtures' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      '%'
    )
  }
  'sandbox import' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      '%'
    )
  }
  'sandbox ledger' = @{
    Words = @(
      'account Show the entries of a ledger account, oldest first'
      'check Check that the ledger balances and every invariant holds'
      'credit Credit the available balance of a business'
      'show Show the accounts of the ledger and their balances'
    )
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox ledger account' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      '?'
    )
  }
  'sandbox ledger check' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox ledger credit' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      ':business'
      '?'
    )
  }
  'sandbox ledger show' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox listen' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--forward-to=? URL to post the events to'
      '--after=? only events after this one'
      '--type=? only events of these types, such as payment.completed (remit sandbox trigger --list)'
    )
  }
  'sandbox micro-deposits' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--post post the micro-deposits now'
    )
    Args = @(
      ':bank'
    )
  }
  'sandbox open' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--print print the URL, do not open a browser'
    )
    Args = @(
      '?'
    )
  }
  'sandbox outbox' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--to=? filter by recipient'
      '--kind=invitation,public_request,payable_submitted,payable_approved,payable_declined,payable_cancelled,reminder,payment_link,payment,payment_receipt,account_verification filter by kind'
      '--clear delete all emails afterwards'
    )
  }
  'sandbox payment' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--code=? ACH return code such as R01'
      '--reason=? reason text'
    )
    Args = @(
      ':payment'
      'show,submit,complete,fail,return,hold,release,reject'
    )
  }
  'sandbox public-token' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--link-token-file=% file containing the link token'
      '--institution=? name of the bank'
      '--account=? account to offer, such as "Main|savings|4321"'
    )
  }
  'sandbox reset' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--seed=demo,basic,empty seed (default: the same as before)'
    )
  }
  'sandbox seed' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--payables=? for the seed big: number of payables (default 100000)'
      '--seed=? for the seed big: random seed (default 1)'
    )
    Args = @(
      '?'
    )
  }
  'sandbox simulate' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox start' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--port=? port on 127.0.0.1, 0 for a free one (default 4010)'
      '--seed=demo,basic,empty,big data of a new sandbox'
      '--payables=? for the seed big: number of payables (default 100000)'
      '--clock=real,frozen whether the clock of a new sandbox runs'
      '--now=? initial time of a new sandbox'
      '--token-ttl=? lifetime of tokens in seconds'
      '--idempotency=on,24h,per-user,off whether, and how long, a repeated Idempotency-Key returns the first response'
      '--initiate-leaves-approved=immediately,at-settlement when a paid payable leaves the status APPROVED'
      '--conflict-status=409,422 HTTP status of a status conflict'
      '--strict=on,off whether unknown request fields are refused'
      '--rate-limit=? rate limit: requests per minute and token'
      '--database=? PostgreSQL database, shared by several servers'
      '--webhook-url=? URL to deliver signed events to'
      '--foreground run in the foreground until interrupted'
    )
  }
  'sandbox status' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox stop' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox tag' = @{
    Words = @(
      'create Create a tag (the API has no operation for it)'
      'list List the tags for connections'
    )
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--account=? account (default: that of the owner)'
    )
  }
  'sandbox tag create' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--account=? account (default: that of the owner)'
      '--color=? color, such as #0ea5e9'
    )
    Args = @(
      '?'
    )
  }
  'sandbox tag list' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--account=? account (default: that of the owner)'
    )
  }
  'sandbox tick' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox token' = @{
    Words = @(
      'create Create a token with another role, to test permissions'
      'expire Expire a token now'
    )
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox token create' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--role=owner,admin,ap,ar,viewer role of the token'
      '--ttl=? lifetime in seconds'
      '--user=? user (default: the owner)'
    )
  }
  'sandbox token expire' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
    Args = @(
      '%'
    )
  }
  'sandbox trigger' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--list list the types of events'
    )
    Args = @(
      'accounting.connected,accounting.disconnected,accounting.sync_completed,accounting.sync_failed,balance.negative,bank_account.connected,bank_account.default_changed,bank_account.micro_deposits_posted,bank_account.removed,bank_account.verification_failed,bank_account.verified,business.created,business.reinstated,business.suspended,business.verified,connection.activated,connection.archived,connection.updated,invitation.accepted,invitation.cancelled,invitation.created,invitation.expired,invitation.rejected,invitation.resent,pay_me_link.configured,pay_me_link.regenerated,payable.approved,payable.cancelled,payable.created,payable.declined,payable.paid,payable.reminder_sent,payable.reopened,payable.scheduled,payable.submitted,payable.updated,payment.cancelled,payment.completed,payment.created,payment.failed,payment.held,payment.initiated,payment.processing,payment.released,payment.returned,payment.scheduled,payment_link.disabled,payment_link.enabled,payment_link.sent,withdrawal.completed,withdrawal.created,withdrawal.failed,withdrawal.processing'
    )
  }
  'sandbox user' = @{
    Words = @(
      'create Create a user of an account, with a role'
    )
  }
  'sandbox user create' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--email=? email address to sign in with'
      '--password-file=% file containing the password'
      '--role=owner,admin,ap,ar,viewer role (default owner)'
      '--first-name=? first name'
      '--last-name=? last name'
      '--account=? account (default: that of the owner)'
    )
  }
  'sandbox webhook' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
    )
  }
  'sandbox withdrawal' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--code=? ACH return code such as R01'
      '--reason=? reason text'
    )
    Args = @(
      '?'
      'submit,complete,fail'
    )
  }
  'sandbox withdrawals' = @{
    Flags = @(
      '--data=/ folder of the sandbox (default: `sandbox` in the data folder)'
      '--of=:business filter by business'
    )
  }
  'schema' = @{
    Args = @(
      'payable,business,balance,withdrawal,bank,connection,invitation,payment,activity,payment-link,pay-me-link,integration,sync,user,aging,intent,run-report,match,forecast,config,policy,plan,dialect,manifest,event'
      'csv,json'
    )
  }
  'status' = @{
    Flags = @(
      '--since=? count payments that failed or were returned on this day or later (default -7d)'
      '--exit-code exit with 15 if something needs action, with 0 if nothing does'
    )
  }
  'wait' = @{
    Flags = @(
      '--for=? status to wait for'
      '--max-wait=? maximum wait in seconds (default 300)'
    )
    Args = @(
      'payable,business,connection,bank,invitation,sync'
      ':*'
    )
  }
  'watch' = @{
    Flags = @(
      '--exec=? program to run for each line: a path, or a JSON array of arguments'
      '--interval=? seconds between polls'
      '--from-start discard the stored position and start with all records'
    )
    Args = @(
      'payables,invites,banks,accounting'
    )
  }
}

# A folder of remit: CACHE or CONFIG, below REMIT_HOME or as the XDG rules have it.
function global:Get-RemitFolder($which, $name) {
  if ($env:REMIT_HOME) { return Join-Path $env:REMIT_HOME $name }
  $xdg = [Environment]::GetEnvironmentVariable("XDG_${which}_HOME")
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
    $id, $text = $line -split "`t", 2
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
  if ($count -lt $specs.Count) { return $specs[$count] -replace '\.\.\.$', '' }
  if ($specs.Count -gt 0 -and $specs[-1].EndsWith('...')) { return $specs[-1] -replace '\.\.\.$', '' }
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
