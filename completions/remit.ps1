# Completions of remit for PowerShell, written by `remit completion powershell`.

$global:RemitGlobals = @(
  '-P=^ profile to use (REMIT_PROFILE)'
  '--profile=^ profile to use (REMIT_PROFILE)'
  '-b=:business business to act for (REMIT_BUSINESS)'
  '--business=:business business to act for (REMIT_BUSINESS)'
  '--base-url=? address of the service (REMIT_BASE_URL)'
  '--token-file=% file that holds the token (REMIT_TOKEN_FILE)'
  '-o=table,json,ndjson,csv,tsv table, json, ndjson, csv, tsv (REMIT_OUTPUT)'
  '--output=table,json,ndjson,csv,tsv table, json, ndjson, csv, tsv (REMIT_OUTPUT)'
  '--json the service''s own records as JSON'
  '--csv CSV with a header'
  '--columns=? fields to print, in this order'
  '--query=? filter the result with a JMESPath expression; JSON, or rows with --csv, -o tsv or -o table'
  '-r print the strings that --query finds without quotes'
  '--raw print the strings that --query finds without quotes'
  '--no-header CSV or table without its header'
  '--raw-csv CSV cells exactly as they are, spreadsheet formulas too'
  '--out=% write to a file instead, whole or not at all; - is standard output'
  '--force let --out replace a file'
  '--manifest write <file>.manifest.json beside --out: rows, sums, sha256, filters'
  '--utc show times in UTC'
  '-y answer yes to the question asked before something that cannot be undone'
  '--yes answer yes to the question asked before something that cannot be undone'
  '--no-input never ask; fail where an answer would be needed'
  '-q no notices on standard error'
  '--quiet no notices on standard error'
  '-v show each request on standard error'
  '--verbose show each request on standard error'
  '--debug show requests with headers and bodies, secrets masked, and stacks of errors'
  '--timeout=? seconds to wait for one whole answer'
  '--retries=? times to repeat what is safe to repeat'
  '--ca-file=% certificate authority to trust, PEM'
  '-H=? further header to send'
  '--header=? further header to send'
  '--no-color no colour (NO_COLOR)'
  '-h show help'
  '--help show help'
  '-V show the version'
  '--version show the version'
)
$global:RemitWriting = @(
  '-F=? further body field; dots nest, numbers and booleans are typed'
  '--field=? further body field; dots nest, numbers and booleans are typed'
  '--data=%@ JSON object to start the body from'
  '-n check everything, print the request, send nothing'
  '--dry-run check everything, print the request, send nothing'
  '--idempotency-key=? key to send instead of a fresh one'
)

# What may follow the words of a command: further words, flags (a value after =), arguments, and what each is for.
$global:RemitPlaces = @{
  '' = @{
    Words = @(
      'accounting Connect and sync an accounting system'
      'api Call any operation of the service as it is'
      'auth Sign in and out'
      'bank Link and verify bank accounts'
      'business Register businesses, see their balance, withdraw'
      'commands List every command; as JSON with flags, examples, columns and exit codes'
      'completion Print the completion script of a shell, or put it where the shell looks'
      'config Settings that hold for every profile'
      'connection See and set up connections between businesses'
      'demo Play a whole business story on a sandbox of its own'
      'dialect Fit the names this program assumed to those of the real service'
      'doctor Examine everything this program needs, and say what is wrong'
      'explain Explain an exit code, an error code of the service, or a return code of a bank'
      'help Explain a topic, or a command'
      'invite Invite businesses and answer invitations'
      'journal What was sent that moves money, and what became of it'
      'link Payment links, and the pay-me link of a business'
      'mcp Offer the operations as tools to other programs'
      'pay Move money: pay a payable, pay a business, cancel a payment'
      'payable Create, approve and follow invoices'
      'policy Limit what a profile may do: amounts, accounts, payees, a second person'
      'profile Keep settings for several services or users'
      'run Plan, approve and apply payment runs'
      'sandbox The whole service on this machine, to rehearse on'
      'schema Document the CSV columns or the JSON records of a resource, for programs'
      'status Say what awaits the business: to approve, to pay, overdue, unresolved'
      'version Show the version'
      'wait Wait until something is in a state: a payable paid, a bank account verified'
      'watch Tell every change of state, one line of JSON each, until it is interrupted'
      'whoami Show who is signed in'
    )
  }
  'accounting' = @{
    Words = @(
      'connect Connect an accounting system: a person consents in a browser'
      'disconnect Disconnect the accounting system; what was synced stays'
      'fields Show which field of a payable becomes which field of a bill'
      'list List the accounting integrations of a business'
      'map-bank Say which account of the accounting system a bank account is'
      'map-vendor Say which vendor of the accounting system a connection is'
      'status Show whether an accounting system is connected'
      'sync Sync vendors, bank accounts and invoices with the accounting system'
      'sync-status Show the most recent sync and what failed in it'
    )
  }
  'accounting connect' = @{
    Flags = @(
      '--redirect-uri=? where the browser goes afterwards'
      '--open open the address in a browser'
      '--wait wait until the person has consented'
      '--max-wait=? longest to wait, in seconds; 300 when left out'
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
      '--wait wait until it is over, and show what became of it'
      '--max-wait=? longest to wait, in seconds; 300 when left out'
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
      'list List every operation of the service'
      'openapi Print the interface of the service as OpenAPI 3.1'
    )
    Flags = @(
      '--input=% file to send as the body'
      '--expect-amount=? stop unless it is this amount'
      '--expect-payee=? stop unless it goes to this business (name or id)'
      '--max-total=? stop when it is more than this'
      '--allow-duplicate=:intent do again what this intent of the journal did'
    )
    Args = @(
      'GET,POST,PUT,PATCH,DELETE'
      '?'
    )
    Writes = $true
  }
  'auth' = @{
    Words = @(
      'login Sign in: keep a token for a service in the profile'
      'logout Forget the token of the profile'
      'status Show where and as whom this program is signed in; it asks the service'
      'token Print the token that would be sent'
    )
  }
  'auth login' = @{
    Flags = @(
      '--with-token read the token from standard input'
      '--email=? sign in with this address and a password'
      '--password-file=% file that holds the password'
    )
  }
  'bank' = @{
    Words = @(
      'connect Link a bank account chosen at the bank-linking provider'
      'connect-manual Link a bank account by its numbers, verified by two micro-deposits'
      'link Link a bank account: a person chooses it in a browser'
      'link-token Get a short-lived token for the bank-linking provider'
      'list List the bank accounts of the account''s businesses'
      'remove Remove a bank account that has no pending payments'
      'set-default Make a bank account the default of its business'
      'verify Verify a bank account with the amounts of its two micro-deposits'
    )
  }
  'bank connect' = @{
    Flags = @(
      '--public-token-file=% file that holds the public token the provider handed back'
      '--account=? account chosen there'
    )
    Writes = $true
  }
  'bank connect-manual' = @{
    Flags = @(
      '--routing=? routing number, nine digits'
      '--account-number-file=% file that holds the account number'
      '--type=checking,savings kind of account'
      '--name=? name to show'
    )
    Writes = $true
  }
  'bank link' = @{
    Flags = @(
      '--provider-url=? address of the provider''s page'
      '--no-open print the address, open no browser'
      '--max-wait=? longest to wait, in seconds; 300 when left out'
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
      'balance Show what a business can withdraw, and what is on its way'
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
      '--type=soleProprietorship,llc,corporation,partnership legal form'
      '--street=? street and number'
      '--city=? city'
      '--state=? state, two letters'
      '--zip=? ZIP code'
      '--country=? country, US when left out'
      '--ein=? employer identification number'
      '--controller-first-name=? first name'
      '--controller-last-name=? last name'
      '--controller-dob=? date of birth, YYYY-MM-DD'
      '--controller-ssn-file=% file that holds the social security number'
      '--controller-street=? street; the business''s when left out'
      '--controller-city=? city'
      '--controller-state=? state, two letters'
      '--controller-zip=? ZIP code'
    )
    Writes = $true
  }
  'business create-basic' = @{
    Flags = @(
      '--name=? legal name'
      '--type=soleProprietorship,llc,corporation,partnership legal form'
      '--street=? street and number'
      '--city=? city'
      '--state=? state, two letters'
      '--zip=? ZIP code'
      '--country=? country, US when left out'
      '--ein=? employer identification number'
      '--ssn-file=% file that holds a social security number, in place of --ein'
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
      '--status=pending,verified,suspended only those in this state'
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
      '--amount=? how much'
      '--to=:bank bank account that receives it'
      '--expect-amount=? stop unless it is this amount'
      '--max-total=? stop when it is more than this'
      '--allow-duplicate=:intent do again what this intent of the journal did'
    )
    Args = @(
      ':business'
    )
    Writes = $true
  }
  'completion' = @{
    Flags = @(
      '--install write it where the shell looks, and say what else is to be done'
    )
    Args = @(
      'bash,zsh,fish,powershell'
    )
  }
  'config' = @{
    Words = @(
      'get Show one setting'
      'list List the settings that hold now, and where each comes from'
      'path Print where the settings are kept'
      'set Set something for every profile'
      'unset Take a setting back'
    )
  }
  'config get' = @{
    Args = @(
      'output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove'
    )
  }
  'config set' = @{
    Args = @(
      'output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove'
      '?'
    )
  }
  'config unset' = @{
    Args = @(
      'output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove'
    )
  }
  'connection' = @{
    Words = @(
      'archive Archive a connection: no new payables on it'
      'export Export all connections as the CSV that the service makes'
      'get Show one connection'
      'invoices List all payables of a connection'
      'list List active and archived connections'
      'set-alias Set your own label for a connection'
      'set-settings Set the payment terms of a connection'
      'set-tags Replace the tags of a connection, or add and remove some'
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
      '--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED only those in this state'
    )
    Args = @(
      ':connection'
    )
  }
  'connection list' = @{
    Flags = @(
      '--status=active,pending,archived only those in this state'
      '--tag=? only those with this tag (name or id)'
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
      '--clear leave it without tags'
      '--add=? add this tag to those it has'
      '--remove=? take this tag away'
    )
    Args = @(
      ':connection'
      '?...'
    )
    Writes = $true
  }
  'demo' = @{
    Flags = @(
      '--step wait for Enter between the chapters'
    )
  }
  'dialect' = @{
    Words = @(
      'check Compare what was assumed with the service''s own answers; only reads are sent'
      'list List every name that was assumed, and how the service of the profile spells it'
      'set Spell a name, a word or a path as the service of the profile does'
      'unset Spell a name as it was assumed again'
    )
  }
  'dialect check' = @{
    Flags = @(
      '--only=contradicted,confirmed,open one kind of result'
    )
  }
  'dialect list' = @{
    Flags = @(
      '--changed only what is spelled in another way'
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
      '--network go the way to the service too: name, connection, answers, clock'
    )
  }
  'explain' = @{
    Args = @(
      '?'
    )
  }
  'help' = @{
    Flags = @(
      '--man-pages=/ write the pages for man(1) into this folder'
    )
    Args = @(
      'environment,output,csv,dates,money-safety,exit-codes,automation,security,dialects,sandbox,glossary,accounting,api,auth,bank,business,commands,completion,config,connection,demo,dialect,doctor,explain,help,invite,journal,link,mcp,pay,payable,policy,profile,run,sandbox,schema,status,version,wait,watch,whoami...'
    )
  }
  'invite' = @{
    Words = @(
      'accept Accept an invitation with the token of its e-mail or link'
      'cancel Cancel a pending invitation: its link stops working'
      'list List the invitations that a business sent'
      'public Switch the public invite link on or off'
      'reject Reject an invitation that was received'
      'resend Send the e-mail of a pending invitation again'
      'send Invite a business by e-mail, or many from a file'
    )
  }
  'invite accept' = @{
    Flags = @(
      '--invitation-token-file=% file that holds the token of the invitation'
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
      '--status=pending,accepted,rejected,cancelled,expired only those in this state'
      '--received those that came to you instead, where the service lists them'
    )
  }
  'invite public' = @{
    Flags = @(
      '--enable switch the link on'
      '--disable switch the link off: its address leads nowhere'
      '--require-approval who comes through it waits for your approval'
      '--no-require-approval who comes through it is connected at once'
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
      '--display-name=? your label for the connection once accepted'
      '--file=% invite everyone in this file'
    )
    Args = @(
      '?'
    )
    Writes = $true
  }
  'journal' = @{
    Words = @(
      'export Print the whole journal, oldest first, to be kept or audited elsewhere'
      'list List what was sent that moves money or makes something, newest first'
      'reconcile Find out from the service what became of everything that is unresolved'
      'resolve Say what became of an unresolved intent, once you know it from the service itself'
      'show Show one intent of the journal with its history'
    )
  }
  'journal list' = @{
    Flags = @(
      '--unresolved only what may or may not have been applied'
    )
  }
  'journal reconcile' = @{
    Flags = @(
      '--quiet-period=? seconds since the last send; the setting journal.quietSeconds, else 120'
      '--no-wait leave open what was sent too short a while ago'
    )
    Args = @(
      ':intent...'
    )
  }
  'journal resolve' = @{
    Flags = @(
      '--applied the service did it'
      '--not-applied the service did not'
      '--note=? how you know'
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
  'link' = @{
    Words = @(
      'disable Make the payment link of a payable invalid'
      'enable Let a payer without an account pay an invoice by link'
      'get Show the payment link of a payable'
      'pay-me The link by which anybody can pay a business'
      'send E-mail the payment link of a payable'
    )
  }
  'link disable' = @{
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'link enable' = @{
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'link get' = @{
    Args = @(
      ':payable'
    )
  }
  'link pay-me' = @{
    Words = @(
      'configure Switch the pay-me link on or off, and set what payers may pay'
      'get Show the pay-me link of a business, and whether it may have one'
      'regenerate Replace the address of the pay-me link'
    )
  }
  'link pay-me configure' = @{
    Flags = @(
      '--enable switch the link on'
      '--disable switch the link off: its address leads nowhere'
      '--min=? least that may be paid; -F minAmount=null lifts it'
      '--max=? most that may be paid; -F maxAmount=null lifts it'
    )
    Writes = $true
  }
  'link pay-me regenerate' = @{
    Writes = $true
  }
  'link send' = @{
    Flags = @(
      '--email=? where the link goes'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'mcp' = @{
    Words = @(
      'serve Offer every operation as a tool over stdio, by the Model Context Protocol (MCP)'
    )
  }
  'mcp serve' = @{
    Flags = @(
      '--allow-writes also offer what changes something'
    )
  }
  'pay' = @{
    Words = @(
      'bulk Pay the approved payables of a file'
      'cancel Cancel a payment that is held or scheduled'
      'initiate Pay an approved payable by ACH, now or on a date'
      'quick Pay a connected business without a payable'
    )
  }
  'pay bulk' = @{
    Flags = @(
      '--file=% payables to pay'
      '--from=:bank bank account to pay from; the payer''s default when left out'
      '--speed=standard,same-day standard takes 1 to 3 business days'
      '--on=? pay on this date instead of now'
      '--expect-count=? stop unless it is this many payments'
      '--expect-total=? stop unless all comes to this amount'
      '--expect-payee=? stop unless it goes to this business (name or id)'
      '--max-total=? stop when it is more than this'
      '--allow-duplicate=:intent do again what this intent of the journal did'
    )
    Writes = $true
  }
  'pay cancel' = @{
    Flags = @(
      '--payable=:payable payable it pays, to be shown before'
      '--allow-duplicate=:intent do again what this intent of the journal did'
    )
    Args = @(
      ':payment'
    )
    Writes = $true
  }
  'pay initiate' = @{
    Flags = @(
      '--from=:bank bank account to pay from; the payer''s default when left out'
      '--speed=standard,same-day standard takes 1 to 3 business days'
      '--on=? pay on this date instead of now'
      '--expect-amount=? stop unless it is this amount'
      '--expect-payee=? stop unless it goes to this business (name or id)'
      '--max-total=? stop when it is more than this'
      '--allow-duplicate=:intent do again what this intent of the journal did'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'pay quick' = @{
    Flags = @(
      '--amount=? how much'
      '--from=:bank bank account to pay from; the payer''s default when left out'
      '--note=? note that the payee reads'
      '--expect-amount=? stop unless it is this amount'
      '--expect-payee=? stop unless it goes to this business (name or id)'
      '--max-total=? stop when it is more than this'
      '--allow-duplicate=:intent do again what this intent of the journal did'
    )
    Args = @(
      ':connection'
    )
    Writes = $true
  }
  'payable' = @{
    Words = @(
      'aging Sum up what is owed by how long it is overdue'
      'approve Approve submitted payables, as their payer'
      'cancel Cancel a payable, as its sender'
      'create Create a payable (an invoice) on a connection, or many from a file'
      'decline Decline a payable, as its payer'
      'export Export payables as the CSV that the service makes'
      'get Show one payable'
      'list List the payables of a business, newest first'
      'log Show what happened to a payable, oldest first'
      'remind Remind the payers of outstanding payables by e-mail'
      'submit Send a draft to its payer'
      'update Change a draft, or the little that stays open of a submitted payable'
    )
  }
  'payable aging' = @{
    Flags = @(
      '--direction=received,sent what was sent, or received, alone'
      '--report=% write a page of HTML too, to look at or to print'
    )
  }
  'payable approve' = @{
    Flags = @(
      '--expect-amount=? stop unless it is this amount'
    )
    Args = @(
      ':payable...'
    )
    Writes = $true
  }
  'payable cancel' = @{
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'payable create' = @{
    Flags = @(
      '--connection=:connection connection it belongs to'
      '--amount=? what is owed; the sum of the lines when left out'
      '--due=? due date, YYYY-MM-DD'
      '--invoice-number=? your number, unique on the connection'
      '--memo=? note that the payer reads'
      '--line=? ''description|quantity|unitPrice''; repeat for more'
      '--attach=% PDF, PNG or JPEG to upload and attach; repeat for more'
      '--attachment=? reference of a file uploaded before'
      '--submit send it to the payer at once'
      '--file=% create all of this file'
      '--again with --file: create anew what was created from it before'
      '--allow-duplicate=:intent do again what this intent of the journal did'
    )
    Writes = $true
  }
  'payable decline' = @{
    Flags = @(
      '--reason=? why; its sender reads it'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'payable export' = @{
    Flags = @(
      '--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED only those in this state'
      '--connection=:connection only those on this connection'
      '--created-from=? created on this day or later'
      '--created-to=? created on this day or earlier'
      '--since-last the whole days since the last complete --since-last of these filters; with --out'
    )
  }
  'payable get' = @{
    Args = @(
      ':payable'
    )
  }
  'payable list' = @{
    Flags = @(
      '--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED only those in this state'
      '--connection=:connection only those on this connection'
      '--limit=? most rows to print'
      '--skip=? rows to skip first'
      '--since-last only those made since the last complete --since-last of these filters; with --out'
      '--page-size=? rows to ask for at once'
    )
  }
  'payable log' = @{
    Args = @(
      ':payable'
    )
  }
  'payable remind' = @{
    Args = @(
      ':payable...'
    )
    Writes = $true
  }
  'payable submit' = @{
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'payable update' = @{
    Flags = @(
      '--connection=:connection connection it belongs to'
      '--amount=? what is owed; the sum of the lines when left out'
      '--due=? due date, YYYY-MM-DD'
      '--invoice-number=? your number, unique on the connection'
      '--memo=? note that the payer reads'
      '--line=? ''description|quantity|unitPrice''; repeat for more'
      '--attach=% PDF, PNG or JPEG to upload and attach; repeat for more'
      '--attachment=? reference of a file uploaded before'
      '--submit send it to the payer'
    )
    Args = @(
      ':payable'
    )
    Writes = $true
  }
  'policy' = @{
    Words = @(
      'check Say whether the policy would let payables be paid, and send nothing'
      'set Limit what the profile in use may do, for every command and for remit api alike'
      'show Show what the profile in use may and may not do'
      'unset Lift a limit of the profile in use'
    )
  }
  'policy check' = @{
    Flags = @(
      '--from=:bank bank account to pay from; the payer''s default when left out'
    )
    Args = @(
      ':payable...'
    )
  }
  'policy set' = @{
    Args = @(
      'readOnly,maxPayment,maxDay,maxRun,banks,payees,twoPersonsAbove'
      '?'
    )
  }
  'policy unset' = @{
    Args = @(
      'readOnly,maxPayment,maxDay,maxRun,banks,payees,twoPersonsAbove'
    )
  }
  'profile' = @{
    Words = @(
      'list List the profiles'
      'remove Remove a profile and its token'
      'set Set a key of the profile in use; a new profile is made with --profile <name>'
      'show Show what a profile holds'
      'unset Take a key out of the profile in use'
      'use Make a profile the current one'
    )
  }
  'profile remove' = @{
    Args = @(
      '^'
    )
  }
  'profile set' = @{
    Args = @(
      'baseUrl,business,environment,output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,tokenCommand,dialect,policy.readOnly,policy.maxPayment,policy.maxDay,policy.maxRun,policy.banks,policy.payees,policy.twoPersonsAbove,journal.database,journal.quietSeconds,run.requireApproval'
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
      'baseUrl,business,environment,output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,tokenCommand,dialect,policy.readOnly,policy.maxPayment,policy.maxDay,policy.maxRun,policy.banks,policy.payees,policy.twoPersonsAbove,journal.database,journal.quietSeconds,run.requireApproval'
    )
  }
  'profile use' = @{
    Args = @(
      '^'
    )
  }
  'run' = @{
    Words = @(
      'apply Pay what a plan says'
      'approve Approve a plan with your key, as a second person'
      'key Keys that plans are approved with'
      'plan Plan a payment run: what to pay, from where and when'
      'report Print what became of every row of a plan, as the journal knows'
      'resume Pay the rest of a plan that was applied in part'
      'show Check that a plan is as it was made, and show it'
      'status Show how far a plan was applied, as the journal knows'
    )
  }
  'run apply' = @{
    Flags = @(
      '--batch=? most payments in one request, all or none (50)'
      '--expect-count=? stop unless it is this many payments'
      '--expect-total=? stop unless all comes to this amount'
      '--expect-payee=? stop unless it goes to this business (name or id)'
      '--max-total=? stop when it is more than this'
    )
    Args = @(
      '%'
    )
    Writes = $true
  }
  'run approve' = @{
    Flags = @(
      '--key=? key of yours to sign with'
    )
    Args = @(
      '%'
    )
  }
  'run key' = @{
    Words = @(
      'create Make a key to approve plans with; it is kept in the state folder'
      'list List your own keys, and those that the profile trusts'
      'trust Let the signature of a key count, in the profile in use'
    )
  }
  'run key create' = @{
    Args = @(
      '?'
    )
  }
  'run key trust' = @{
    Args = @(
      '?'
      '?'
    )
  }
  'run plan' = @{
    Flags = @(
      '--file=% payables to pay; all approved ones when left out'
      '--due-by=? only what is due on this date or before'
      '--connection=:connection only what is owed on this connection'
      '--tag=? only what is owed on connections with this tag (name or id)'
      '--from=:bank bank account to pay from; the payer''s default when left out'
      '--speed=standard,same-day standard takes 1 to 3 business days'
      '--on=? pay on this date instead of now'
      '--expect-count=? stop unless it is this many payments'
      '--expect-total=? stop unless all comes to this amount'
      '--expect-payee=? stop unless it goes to this business (name or id)'
      '--max-total=? stop when it is more than this'
    )
  }
  'run report' = @{
    Args = @(
      '%'
    )
  }
  'run resume' = @{
    Flags = @(
      '--batch=? most payments in one request, all or none (50)'
      '--expect-count=? stop unless it is this many payments'
      '--expect-total=? stop unless all comes to this amount'
      '--expect-payee=? stop unless it goes to this business (name or id)'
      '--max-total=? stop when it is more than this'
    )
    Args = @(
      '%'
    )
    Writes = $true
  }
  'run show' = @{
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
      'account Accounts of the sandbox'
      'accounting The invented accounting system: consent, its books, and what can go wrong there'
      'bank Show or change what a bank account does with debits, and what it holds'
      'business Verify, suspend or reinstate a business, or complete what its review misses'
      'clock See and move the clock of the sandbox'
      'comment Say something about a payable, to be read in its log'
      'config What the operator of the service has decided'
      'events List what happened in the sandbox, oldest first'
      'export Print everything that the sandbox holds, to go on with it elsewhere'
      'fault Errors, delays and broken connections between the sandbox and who asks it'
      'import Replace everything in the sandbox by what another one exported'
      'ledger See and check the double-entry ledger of the sandbox'
      'micro-deposits Show the two amounts that verify a bank account, and let them arrive'
      'open Open the inspector of the sandbox in a browser'
      'outbox List the e-mails that a real service would have sent, with their links and tokens'
      'payment Show a payment, or take it one step further whatever the clock says'
      'public-token Choose bank accounts as a person does at the bank-link provider'
      'reset Forget everything and begin again with the seed'
      'seed Fill an empty sandbox'
      'simulate Take every payment, withdrawal and micro-deposit one step further, whatever the clock says'
      'start Start the service on this machine and sign in to it'
      'status Show whether a sandbox runs, where, and what time it is there'
      'stop Stop the sandbox; what it holds stays in its data folder, or in its database'
      'tag The tags of the sandbox'
      'tick Do now what has fallen due'
      'token Tokens of the sandbox'
      'user People of the sandbox'
      'webhook Show where events are told to, how far it came, and the secret that they are signed with'
      'withdrawal Take a withdrawal one step further, whatever the clock says'
      'withdrawals List the withdrawals, oldest first: the service itself has no command for it'
    )
  }
  'sandbox account' = @{
    Words = @(
      'create Make another account with an owner: the other side of a deal'
    )
  }
  'sandbox account create' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--name=? name of the account'
      '--email=? whom its owner signs in as'
      '--password-file=% file that holds the password'
    )
  }
  'sandbox accounting' = @{
    Words = @(
      'authorize Consent to an accounting connection, as a person would on its page'
      'bank-accounts List the bank accounts of the invented books'
      'bills List the bills and invoices of the invented books'
      'fail-next-sync Make the next sync fail'
      'revoke Let the accounting system take its consent back'
      'slow-next-sync Make the next sync take its time by the clock of the sandbox'
      'vendors List the vendors of the invented books'
    )
  }
  'sandbox accounting authorize' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--deny decline instead'
    )
    Args = @(
      '?'
    )
  }
  'sandbox accounting bank-accounts' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting bills' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting fail-next-sync' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting revoke' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting slow-next-sync' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--seconds=? how long it runs'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox accounting vendors' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      ':integration'
    )
  }
  'sandbox bank' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--behavior=? R01, R01-late, HOLD, OK or none'
      '--balance=? what it holds from now on, or none for no limit'
    )
    Args = @(
      ':bank'
    )
  }
  'sandbox business' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--ein=? for complete: the tax id that was left out'
      '--ssn-file=% for complete: file that holds a social security number'
      '--controller-file=? for complete: file with the controller, as the service takes it'
    )
    Args = @(
      ':business'
      'verify,suspend,reinstate,complete'
    )
  }
  'sandbox clock' = @{
    Words = @(
      'advance Let time pass: everything that falls due happens, in its order'
      'set Set the clock, forwards only; what falls due meanwhile happens'
      'show Show what time it is in the sandbox'
    )
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox clock advance' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      '?'
      '?'
    )
  }
  'sandbox clock set' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--mode=real,frozen whether time passes from then on'
    )
    Args = @(
      '?'
    )
  }
  'sandbox clock show' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox comment' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--author=? who says it'
    )
    Args = @(
      ':payable'
      '?'
    )
  }
  'sandbox config' = @{
    Words = @(
      'set Decide what the operator of a service decides'
      'show Show what the operator of the service has decided'
    )
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox config set' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--hold-threshold=? from where on a payment is held'
      '--reminder-hours=? hours between two reminders, or none'
      '--strict-email=on,off whether only its addressee can accept an invitation'
    )
  }
  'sandbox config show' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox events' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--after=? only those after this one'
      '--type=? only those of this type, such as payment.completed'
    )
  }
  'sandbox export' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox fault' = @{
    Words = @(
      'add Let requests of the service go wrong on their way'
      'clear Take a fault back, or all of them'
      'list List the faults that were ordered, and how often each struck'
    )
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox fault add' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--method=? only requests of this method'
      '--path=? only below this path; `*` stands for a segment, `**` for any'
      '--operation=? only this operation, such as pay.initiate'
      '--status=? answer this in place of the service'
      '--delay=? wait first, in milliseconds'
      '--drop=before,after break the connection before or after it is done'
      '--cut=? break the connection after so much of the body'
      '--set=? answer this value in place of its own; dots nest, JSON is typed'
      '--body=? answer this body'
      '--answer-header=? answer with this header too'
      '--times=? how often; 0 for ever, once when left out'
      '--probability=? how likely each time, above 0 up to 1'
      '--seed=? makes chance fall the same way each time'
    )
  }
  'sandbox fault clear' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      '?'
    )
  }
  'sandbox fault list' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox import' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      '%'
    )
  }
  'sandbox ledger' = @{
    Words = @(
      'account Show what went through an account of the ledger, oldest first'
      'check Check that the ledger balances and holds every invariant'
      'credit Give a business money out of nowhere, withdrawable at once'
      'show Show the accounts of the ledger and their balances'
    )
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox ledger account' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      '?'
    )
  }
  'sandbox ledger check' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox ledger credit' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      ':business'
      '?'
    )
  }
  'sandbox ledger show' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox micro-deposits' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--post let the deposits arrive now'
    )
    Args = @(
      ':bank'
    )
  }
  'sandbox open' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--print print the address, open nothing'
    )
  }
  'sandbox outbox' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--to=? only those to this address'
      '--kind=? only those of this kind, such as invitation'
      '--clear throw all of them away afterwards'
    )
  }
  'sandbox payment' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--code=? return code such as R01'
      '--reason=? reason in words'
    )
    Args = @(
      ':payment'
      'show,submit,complete,fail,return,hold,release,reject'
    )
  }
  'sandbox public-token' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--link-token-file=% file with the link token it is for'
      '--institution=? name of the bank'
      '--account=? account to offer, such as "Main|savings|4321"'
    )
  }
  'sandbox reset' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--seed=demo,empty seed to begin with; the same as before when left out'
    )
  }
  'sandbox seed' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--payables=? with the seed big: how many payables it gets; 100000 when left out'
      '--seed=? with the seed big: makes chance fall the same way each time; 1 when left out'
    )
    Args = @(
      '?'
    )
  }
  'sandbox simulate' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox start' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--port=? port on 127.0.0.1; 4010 when left out, 0 takes a free one'
      '--seed=demo,empty,big what a new sandbox holds'
      '--payables=? with the seed big: how many payables it gets; 100000 when left out'
      '--clock=real,frozen whether time passes in a new sandbox'
      '--now=? where the clock of a new sandbox starts'
      '--token-ttl=? seconds that a token lives'
      '--idempotency=on,off whether a repeated Idempotency-Key is answered again'
      '--initiate-leaves-approved=immediately,at-settlement when a paid payable leaves APPROVED'
      '--conflict-status=409,422 how a conflict of states is answered'
      '--strict=on,off whether an unknown member of a request is refused'
      '--rate-limit=? requests a minute and token'
      '--database=? PostgreSQL database to keep everything in, for several servers at once'
      '--webhook-url=? address to tell events to, signed'
      '--foreground serve in this very process until it is interrupted'
    )
  }
  'sandbox status' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox stop' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox tag' = @{
    Words = @(
      'create Make a tag: the service itself has no command for it'
      'list List the tags that connections can bear'
    )
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--account=? account; the owner''s when left out'
    )
  }
  'sandbox tag create' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--account=? account; the owner''s when left out'
      '--color=? such as #0ea5e9'
    )
    Args = @(
      '?'
    )
  }
  'sandbox tag list' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--account=? account; the owner''s when left out'
    )
  }
  'sandbox tick' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox token' = @{
    Words = @(
      'create Make a token of another role, to see what it may do'
      'expire Let a token expire now'
    )
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox token create' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--role=owner,admin,ap,ar,viewer role of its user'
      '--ttl=? seconds that it lives'
      '--user=? whose it is; the owner''s when left out'
    )
  }
  'sandbox token expire' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
    Args = @(
      '%'
    )
  }
  'sandbox user' = @{
    Words = @(
      'create Make a person of an account, with a role'
    )
  }
  'sandbox user create' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--email=? whom the person signs in as'
      '--password-file=% file that holds the password'
      '--role=owner,admin,ap,ar,viewer role; owner when left out'
      '--first-name=? first name'
      '--last-name=? last name'
      '--account=? account; the owner''s when left out'
    )
  }
  'sandbox webhook' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
    )
  }
  'sandbox withdrawal' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--code=? return code such as R01'
      '--reason=? reason in words'
    )
    Args = @(
      '?'
      'submit,complete,fail'
    )
  }
  'sandbox withdrawals' = @{
    Flags = @(
      '--data=/ folder of the sandbox; `sandbox` in the data folder when left out'
      '--of=:business only those of this business'
    )
  }
  'schema' = @{
    Args = @(
      'payable,business,balance,withdrawal,bank,connection,invitation,payment,activity,payment-link,pay-me-link,integration,sync,user,aging,intent,run-report'
      'csv,json'
    )
  }
  'wait' = @{
    Flags = @(
      '--for=? state to wait for'
      '--max-wait=? seconds to wait at most; 300'
    )
    Args = @(
      'payable,business,connection,bank,invitation,sync'
      ':*'
    )
  }
  'watch' = @{
    Flags = @(
      '--exec=? run for every line: a path, or a JSON array of words'
      '--interval=? seconds between two looks'
      '--from-start forget how far it came, and begin with everything there is'
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
