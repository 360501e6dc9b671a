# Completions of remit for bash, written by `remit completion bash`.

# What may follow the words of a command: further words, flags (a value after =), arguments.
_remit_at() {
  words='' flags='' args=''
  case $1 in
    '') words='accounting api auth bank business commands completion config connection demo dialect doctor explain forecast help invite journal link match mcp pay payable policy profile run sandbox schema status version wait watch whoami' ;;
    'accounting') words='connect disconnect fields list map-bank map-vendor status sync sync-status' ;;
    'accounting connect') flags='--redirect-uri=? --open --wait --max-wait=?' flags="$flags $_remit_writing" ;;
    'accounting disconnect') flags="$flags $_remit_writing" ;;
    'accounting fields') args=':integration' ;;
    'accounting map-bank') flags='--bank=:bank --accounting-account=?' flags="$flags $_remit_writing" args=':integration' ;;
    'accounting map-vendor') flags='--connection=:connection --vendor=?' flags="$flags $_remit_writing" args=':integration' ;;
    'accounting sync') flags='--only=vendors,bank-accounts,invoices --wait --max-wait=?' flags="$flags $_remit_writing" args=':integration' ;;
    'accounting sync-status') args=':integration' ;;
    'api') words='list openapi' flags='--param=? --paginate --input=% --expect-amount=? --expect-payee=? --max-total=? --allow-duplicate=:intent' flags="$flags $_remit_writing" args='GET,POST,PUT,PATCH,DELETE,business.list,business.get,business.create,business.createBasic,business.setAlias,business.setLogo,business.removeLogo,business.balance,business.withdraw,bank.list,bank.linkToken,bank.connect,bank.connectManually,bank.verifyMicroDeposits,bank.setDefault,bank.remove,connection.list,connection.get,connection.setAlias,connection.setTags,connection.setSettings,connection.archive,connection.invoices,connection.exportCsv,invite.send,invite.list,invite.cancel,invite.resend,invite.accept,invite.reject,invite.publicSettings,payable.create,payable.list,payable.get,payable.update,payable.approve,payable.decline,payable.cancel,payable.remind,payable.activity,payable.export,link.get,link.enable,link.disable,link.send,link.payMe,link.configurePayMe,link.regeneratePayMe,pay.initiate,pay.quickPay,pay.bulkInitiate,pay.cancel,accounting.list,accounting.connect,accounting.status,accounting.disconnect,accounting.syncStatus,accounting.sync,accounting.syncType,accounting.fields,accounting.mapVendor,accounting.mapBank,user.profile ?' ;;
    'auth') words='login logout status token' ;;
    'auth login') flags='--with-token --email=? --password-file=%' ;;
    'bank') words='connect connect-manual link link-token list remove set-default verify' ;;
    'bank connect') flags='--public-token-file=% --account=?' flags="$flags $_remit_writing" ;;
    'bank connect-manual') flags='--routing=? --account-number-file=% --type=checking,savings --name=?' flags="$flags $_remit_writing" ;;
    'bank link') flags='--provider-url=? --no-open --max-wait=?' flags="$flags $_remit_writing" ;;
    'bank remove') flags="$flags $_remit_writing" args=':bank' ;;
    'bank set-default') flags="$flags $_remit_writing" args=':bank' ;;
    'bank verify') flags="$flags $_remit_writing" args=':bank ? ?' ;;
    'business') words='balance create create-basic get list remove-logo set-alias set-logo withdraw' ;;
    'business balance') args=':business' ;;
    'business create') flags='--name=? --type=soleProprietorship,llc,corporation,partnership --street=? --city=? --state=? --zip=? --country=? --ein=? --controller-first-name=? --controller-last-name=? --controller-dob=? --controller-ssn-file=% --controller-street=? --controller-city=? --controller-state=? --controller-zip=?' flags="$flags $_remit_writing" ;;
    'business create-basic') flags='--name=? --type=soleProprietorship,llc,corporation,partnership --street=? --city=? --state=? --zip=? --country=? --ein=? --ssn-file=%' flags="$flags $_remit_writing" ;;
    'business get') args=':business' ;;
    'business list') flags='--status=pending,verified,suspended' ;;
    'business remove-logo') flags="$flags $_remit_writing" args=':business' ;;
    'business set-alias') flags="$flags $_remit_writing" args=':business ?' ;;
    'business set-logo') flags="$flags $_remit_writing" args=':business %' ;;
    'business withdraw') flags='--amount=? --to=:bank --expect-amount=? --max-total=? --allow-duplicate=:intent --reference=?' flags="$flags $_remit_writing" args=':business' ;;
    'completion') flags='--install' args='bash,zsh,fish,powershell' ;;
    'config') words='get list path set unset' ;;
    'config get') args='output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay' ;;
    'config set') args='output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay ?' ;;
    'config unset') args='output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay' ;;
    'connection') words='archive export get invoices list set-alias set-settings set-tags statement' ;;
    'connection archive') flags="$flags $_remit_writing" args=':connection' ;;
    'connection get') args=':connection' ;;
    'connection invoices') flags='--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED' args=':connection' ;;
    'connection list') flags='--status=active,pending,archived --tag=?' ;;
    'connection set-alias') flags="$flags $_remit_writing" args=':connection ?' ;;
    'connection set-settings') flags='--net-terms=?' flags="$flags $_remit_writing" args=':connection' ;;
    'connection set-tags') flags='--clear --add=? --remove=?' flags="$flags $_remit_writing" args=':connection ?...' ;;
    'connection statement') flags='--from=? --to=? --open' args=':connection' ;;
    'demo') flags='--step' ;;
    'dialect') words='check list set unset' ;;
    'dialect check') flags='--only=mismatch,confirmed,unverified' ;;
    'dialect list') flags='--changed' ;;
    'dialect set') args='? ?' ;;
    'dialect unset') args='?' ;;
    'doctor') flags='--network' ;;
    'explain') args='?' ;;
    'forecast') flags='--weeks=? --opening=:bank --from=:bank --release=? --fail-below=? --view=days,items,month' ;;
    'help') flags='--man-pages=/ --licenses --sbom' args='flags,environment,output,csv,dates,money-safety,exit-codes,automation,security,dialects,sandbox,glossary,accounting,api,auth,bank,business,commands,completion,config,connection,demo,dialect,doctor,explain,forecast,help,invite,journal,link,match,mcp,pay,payable,policy,profile,run,sandbox,schema,status,version,wait,watch,whoami...' ;;
    'invite') words='accept cancel list public reject resend send' ;;
    'invite accept') flags='--invitation-token-file=%' flags="$flags $_remit_writing" ;;
    'invite cancel') flags="$flags $_remit_writing" args=':invitation' ;;
    'invite list') flags='--status=pending,accepted,rejected,cancelled,expired --received' ;;
    'invite public') flags='--enable --disable --require-approval --no-require-approval' flags="$flags $_remit_writing" ;;
    'invite reject') flags="$flags $_remit_writing" args=':invitation' ;;
    'invite resend') flags="$flags $_remit_writing" args=':invitation' ;;
    'invite send') flags='--display-name=? --file=%' flags="$flags $_remit_writing" args='?' ;;
    'journal') words='adopt export list reconcile resolve show verify' ;;
    'journal list') flags='--unresolved --since=? --payable=:payable --limit=?' ;;
    'journal reconcile') flags='--quiet-period=? --no-wait' args=':intent...' ;;
    'journal resolve') flags='--applied --not-applied --approve --note=? --key=% --signature=% --signable --person=?' args=':intent' ;;
    'journal show') args=':intent' ;;
    'journal verify') flags='--evidence=% --head=?' ;;
    'link') words='disable enable get pay-me send' ;;
    'link disable') flags='--connection=:connection' flags="$flags $_remit_writing" args=':payable' ;;
    'link enable') flags='--connection=:connection' flags="$flags $_remit_writing" args=':payable' ;;
    'link get') flags='--connection=:connection' args=':payable' ;;
    'link pay-me') words='configure get regenerate' ;;
    'link pay-me configure') flags='--enable --disable --min=? --max=?' flags="$flags $_remit_writing" ;;
    'link pay-me regenerate') flags="$flags $_remit_writing" ;;
    'link send') flags='--connection=:connection --email=?' flags="$flags $_remit_writing" args=':payable' ;;
    'match') flags='--bank=:bank --map=? --date-format=? --from=? --to=? --window=? --ignore-balances --accept-probable --resolve' args='%' ;;
    'mcp') words='serve' ;;
    'mcp serve') flags='--allow-writes' ;;
    'pay') words='bulk cancel get initiate list quick' ;;
    'pay bulk') flags='--file=% --date-format=? --from=:bank --speed=standard,same-day --on=? --expect-count=? --expect-total=? --expect-payee=? --max-total=? --exit-code --allow-duplicate=:intent' flags="$flags $_remit_writing" ;;
    'pay cancel') flags='--payable=:payable --allow-duplicate=:intent' flags="$flags $_remit_writing" args=':payment' ;;
    'pay get') args=':payment' ;;
    'pay initiate') flags='--from=:bank --connection=:connection --speed=standard,same-day --on=? --expect-amount=? --expect-payee=? --max-total=? --allow-duplicate=:intent' flags="$flags $_remit_writing" args=':payable' ;;
    'pay list') flags='--status=SCHEDULED,HELD,PENDING,PROCESSING,COMPLETED,FAILED,RETURNED,CANCELLED --direction=received,sent --payable=:payable --limit=?' ;;
    'pay quick') flags='--amount=? --from=:bank --note=? --expect-amount=? --expect-payee=? --max-total=? --allow-duplicate=:intent --reference=?' flags="$flags $_remit_writing" args=':connection' ;;
    'payable') words='aging approve cancel create decline evidence export get list log recur remind submit update watermark' ;;
    'payable aging') flags='--direction=received,sent --report=%' ;;
    'payable approve') flags='--expect-amount=? --expect-count=? --expect-total=? --expect-payee=? --max-total=? --where --connection=:connection --payee=? --search=? --overdue --due-from=? --due-by=? --created-from=? --created-to=? --amount-from=? --amount-to=?' flags="$flags $_remit_writing" args=':payable...' ;;
    'payable cancel') flags='--connection=:connection' flags="$flags $_remit_writing" args=':payable' ;;
    'payable create') flags='--connection=:connection --amount=? --due=? --invoice-number=? --memo=? --line=? --attach=% --attachment=? --submit --file=% --date-format=? --again --allow-duplicate=:intent' flags="$flags $_remit_writing" ;;
    'payable decline') flags='--reason=? --where --connection=:connection --payee=? --search=? --overdue --due-from=? --due-by=? --created-from=? --created-to=? --amount-from=? --amount-to=? --max-total=?' flags="$flags $_remit_writing" args=':payable' ;;
    'payable evidence') flags='--out=/ --plan=% --connection=:connection' args=':payable' ;;
    'payable export') flags='--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED --connection=:connection --created-from=? --created-to=? --since-last' ;;
    'payable get') flags='--connection=:connection' args=':payable' ;;
    'payable list') flags='--status=DRAFT,SUBMITTED,APPROVED,DECLINED,CANCELLED,PAID,SCHEDULED --direction=received,sent --payment=scheduled,held,pending,processing,completed,failed,returned,cancelled,none,in-flight,not-in-flight --failed-since=? --connection=:connection --payee=? --payer=? --search=? --overdue --due-from=? --due-by=? --created-from=? --created-to=? --amount-from=? --amount-to=? --sort=? --group-by=payee,payer,due,status,payment,connection --total --limit=? --skip=? --since-last --as=xero,quickbooks --account=? --tax-type=? --page-size=?' ;;
    'payable log') flags='--connection=:connection' args=':payable' ;;
    'payable recur') flags='--until=? --since=? --connection=:connection --submit --date-format=?' flags="$flags $_remit_writing" args='%' ;;
    'payable remind') flags='--connection=:connection' flags="$flags $_remit_writing" args=':payable...' ;;
    'payable submit') flags='--connection=:connection' flags="$flags $_remit_writing" args=':payable' ;;
    'payable update') flags='--connection=:connection --amount=? --due=? --invoice-number=? --memo=? --line=? --attach=% --attachment=? --submit' flags="$flags $_remit_writing" args=':payable' ;;
    'payable watermark') words='list set' ;;
    'payable watermark set') args='? ?' ;;
    'policy') words='check set show unset' ;;
    'policy check') flags='--from=:bank --file=%' args=':payable...' ;;
    'policy set') args='readOnly,maxPerPayment,maxPerApproval,maxPerRun,maxPerDay,maxPerMonth,maxPerPayeePerDay,allowedBankAccounts,allowedPayees,dualApprovalAbove,requireApproval,approvals.required,approvals.signers,approvals.revoked ?' ;;
    'policy unset') args='readOnly,maxPerPayment,maxPerApproval,maxPerRun,maxPerDay,maxPerMonth,maxPerPayeePerDay,allowedBankAccounts,allowedPayees,dualApprovalAbove,requireApproval,approvals.required,approvals.signers,approvals.revoked' ;;
    'profile') words='list remove set show unset use' ;;
    'profile remove') args='^' ;;
    'profile set') args='baseUrl,business,environment,output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay,tokenCommand,dialect,gatewayHeaders,policy.readOnly,policy.maxPerPayment,policy.maxPerApproval,policy.maxPerRun,policy.maxPerDay,policy.maxPerMonth,policy.maxPerPayeePerDay,policy.allowedBankAccounts,policy.allowedPayees,policy.dualApprovalAbove,policy.requireApproval,policy.approvals.required,policy.approvals.signers,policy.approvals.revoked,journal.database,journal.quietSeconds,match.csv,run.key ?' ;;
    'profile show') args='^' ;;
    'profile unset') args='baseUrl,business,environment,output,timeout,retries,timeZone,caFile,confirm.typeAmountAbove,columns.business,columns.bank,columns.connection,columns.invite,columns.payable,columns.pay,tokenCommand,dialect,gatewayHeaders,policy.readOnly,policy.maxPerPayment,policy.maxPerApproval,policy.maxPerRun,policy.maxPerDay,policy.maxPerMonth,policy.maxPerPayeePerDay,policy.allowedBankAccounts,policy.allowedPayees,policy.dualApprovalAbove,policy.requireApproval,policy.approvals.required,policy.approvals.signers,policy.approvals.revoked,journal.database,journal.quietSeconds,match.csv,run.key' ;;
    'profile use') args='^' ;;
    'run') words='apply approve key plan report revoke show sign status' ;;
    'run apply') flags='--batch=? --expect-count=? --expect-total=? --expect-payee=? --max-total=? --exit-code' flags="$flags $_remit_writing" args='%' ;;
    'run approve') flags='--key=% --person=? --signature=%' args='%' ;;
    'run key') words='export list revoke trust' ;;
    'run key export') args='? %' ;;
    'run key revoke') args='?' ;;
    'run key trust') flags='--valid-after=? --valid-before=?' args='? ?' ;;
    'run plan') flags='--file=% --date-format=? --due-by=? --connection=:connection --tag=? --from=:bank --speed=standard,same-day --on=? --withdraw=? --to=:bank --key=% --person=? --expires=? --expect-count=? --expect-total=? --expect-payee=? --max-total=? --exit-code' ;;
    'run report') args='%' ;;
    'run revoke') args='%' ;;
    'run show') flags='--signable=maker,approver --person=?' args='%' ;;
    'run sign') flags='--key=% --person=? --signature=%' args='%' ;;
    'run status') args='%' ;;
    'sandbox') words='account accounting bank business clock comment config events export fault fixtures import ledger listen micro-deposits open outbox payment public-token reset seed simulate start status stop tag tick token trigger user webhook withdrawal withdrawals' ;;
    'sandbox account') words='create' ;;
    'sandbox account create') flags='--data=/ --name=? --email=? --password-file=%' ;;
    'sandbox accounting') words='authorize bank-accounts bills fail-next-sync revoke slow-next-sync vendors' ;;
    'sandbox accounting authorize') flags='--data=/ --deny' args='?' ;;
    'sandbox accounting bank-accounts') flags='--data=/' args=':integration' ;;
    'sandbox accounting bills') flags='--data=/' args=':integration' ;;
    'sandbox accounting fail-next-sync') flags='--data=/' args=':integration' ;;
    'sandbox accounting revoke') flags='--data=/' args=':integration' ;;
    'sandbox accounting slow-next-sync') flags='--data=/ --seconds=?' args=':integration' ;;
    'sandbox accounting vendors') flags='--data=/' args=':integration' ;;
    'sandbox bank') flags='--data=/ --behavior=? --balance=?' args=':bank' ;;
    'sandbox business') flags='--data=/ --ein=? --ssn-file=% --controller-file=?' args=':business verify,suspend,reinstate,complete' ;;
    'sandbox clock') words='advance set show' flags='--data=/' ;;
    'sandbox clock advance') flags='--data=/' args='? ?' ;;
    'sandbox clock set') flags='--data=/ --mode=real,frozen' args='?' ;;
    'sandbox clock show') flags='--data=/' ;;
    'sandbox comment') flags='--data=/ --author=?' args=':payable ?' ;;
    'sandbox config') words='set show' flags='--data=/' ;;
    'sandbox config set') flags='--data=/ --hold-threshold=? --reminder-hours=? --strict-email=on,off' ;;
    'sandbox config show') flags='--data=/' ;;
    'sandbox events') words='list resend' flags='--data=/ --after=? --type=? --follow' ;;
    'sandbox events list') flags='--data=/ --after=? --type=? --follow' ;;
    'sandbox events resend') flags='--data=/ --to=?' args='?' ;;
    'sandbox export') flags='--data=/' ;;
    'sandbox fault') words='add clear list' flags='--data=/' ;;
    'sandbox fault add') flags='--data=/ --method=? --path=? --operation=? --status=? --delay=? --drop=before,after --cut=? --set=? --body=? --answer-header=? --times=? --probability=? --seed=?' ;;
    'sandbox fault clear') flags='--data=/' args='?' ;;
    'sandbox fault list') flags='--data=/' ;;
    'sandbox fixtures') flags='--data=/' args='%' ;;
    'sandbox import') flags='--data=/' args='%' ;;
    'sandbox ledger') words='account check credit show' flags='--data=/' ;;
    'sandbox ledger account') flags='--data=/' args='?' ;;
    'sandbox ledger check') flags='--data=/' ;;
    'sandbox ledger credit') flags='--data=/' args=':business ?' ;;
    'sandbox ledger show') flags='--data=/' ;;
    'sandbox listen') flags='--data=/ --forward-to=? --after=? --type=?' ;;
    'sandbox micro-deposits') flags='--data=/ --post' args=':bank' ;;
    'sandbox open') flags='--data=/ --print' args='?' ;;
    'sandbox outbox') flags='--data=/ --to=? --kind=invitation,public_request,payable_submitted,payable_approved,payable_declined,payable_cancelled,reminder,payment_link,payment,payment_receipt,account_verification --clear' ;;
    'sandbox payment') flags='--data=/ --code=? --reason=?' args=':payment show,submit,complete,fail,return,hold,release,reject' ;;
    'sandbox public-token') flags='--data=/ --link-token-file=% --institution=? --account=?' ;;
    'sandbox reset') flags='--data=/ --seed=demo,basic,empty' ;;
    'sandbox seed') flags='--data=/ --payables=? --seed=?' args='?' ;;
    'sandbox simulate') flags='--data=/' ;;
    'sandbox start') flags='--data=/ --port=? --seed=demo,basic,empty,big --payables=? --clock=real,frozen --now=? --token-ttl=? --idempotency=on,24h,per-user,off --initiate-leaves-approved=immediately,at-settlement --conflict-status=409,422 --strict=on,off --rate-limit=? --database=? --webhook-url=? --foreground' ;;
    'sandbox status') flags='--data=/' ;;
    'sandbox stop') flags='--data=/' ;;
    'sandbox tag') words='create list' flags='--data=/ --account=?' ;;
    'sandbox tag create') flags='--data=/ --account=? --color=?' args='?' ;;
    'sandbox tag list') flags='--data=/ --account=?' ;;
    'sandbox tick') flags='--data=/' ;;
    'sandbox token') words='create expire' flags='--data=/' ;;
    'sandbox token create') flags='--data=/ --role=owner,admin,ap,ar,viewer --ttl=? --user=?' ;;
    'sandbox token expire') flags='--data=/' args='%' ;;
    'sandbox trigger') flags='--data=/ --list' args='accounting.connected,accounting.disconnected,accounting.sync_completed,accounting.sync_failed,balance.negative,bank_account.connected,bank_account.default_changed,bank_account.micro_deposits_posted,bank_account.removed,bank_account.verification_failed,bank_account.verified,business.created,business.reinstated,business.suspended,business.verified,connection.activated,connection.archived,connection.updated,invitation.accepted,invitation.cancelled,invitation.created,invitation.expired,invitation.rejected,invitation.resent,pay_me_link.configured,pay_me_link.regenerated,payable.approved,payable.cancelled,payable.created,payable.declined,payable.paid,payable.reminder_sent,payable.reopened,payable.scheduled,payable.submitted,payable.updated,payment.cancelled,payment.completed,payment.created,payment.failed,payment.held,payment.initiated,payment.processing,payment.released,payment.returned,payment.scheduled,payment_link.disabled,payment_link.enabled,payment_link.sent,withdrawal.completed,withdrawal.created,withdrawal.failed,withdrawal.processing' ;;
    'sandbox user') words='create' ;;
    'sandbox user create') flags='--data=/ --email=? --password-file=% --role=owner,admin,ap,ar,viewer --first-name=? --last-name=? --account=?' ;;
    'sandbox webhook') flags='--data=/' ;;
    'sandbox withdrawal') flags='--data=/ --code=? --reason=?' args='? submit,complete,fail' ;;
    'sandbox withdrawals') flags='--data=/ --of=:business' ;;
    'schema') args='payable,business,balance,withdrawal,bank,connection,invitation,payment,activity,payment-link,pay-me-link,integration,sync,user,aging,intent,run-report,match,forecast,config,policy,plan,dialect,manifest,event csv,json' ;;
    'status') flags='--since=? --exit-code' ;;
    'wait') flags='--for=? --max-wait=?' args='payable,business,connection,bank,invitation,sync :*' ;;
    'watch') flags='--exec=? --interval=? --from-start' args='payables,invites,banks,accounting' ;;
  esac
}

_remit_globals='-P=^ --profile=^ -b=:business --business=:business --base-url=? --token-file=% -o=table,json,ndjson,csv,tsv,markdown,html --output=table,json,ndjson,csv,tsv,markdown,html --json --csv --columns=? --query=? -r --raw --no-header --raw-csv --out=% --force --manifest --utc -y --yes --no-input -q --quiet -v --verbose --debug --timeout=? --retries=? --ca-file=% -H=? --header=? --no-color --no-progress -h --help -V --version'
_remit_writing='-F=? --field=? --data=%@ -n --dry-run --idempotency-key=?'

# A folder of remit, in REPLY: CACHE or CONFIG, below REMIT_HOME or as the XDG rules have it.
_remit_folder() {
  local xdg="XDG_$1_HOME" name=$2
  if [[ -n ${REMIT_HOME-} ]]; then REPLY=$REMIT_HOME/$name
  elif [[ ${!xdg-} == /* ]]; then REPLY=${!xdg}/remit
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
      $'\t"current": "'*) line=${line#*: \"} REPLY=${line%%\"*} ;;
      $'\t\t"'*'": {'*) line=${line#*\"} profiles="$profiles,${line%%\"*}" ;;
    esac
  done <"$file"
}

# The ids of a kind that lists left in the cache, and what each of them is.
_remit_ids() {
  local id text REPLY profiles name=${profile:-${REMIT_PROFILE-}}
  if [[ -z $name ]]; then _remit_profiles; name=$REPLY; fi
  [[ $name/$1 =~ ^[A-Za-z0-9_-]+/[a-z]+$ ]] || return 0
  _remit_folder CACHE cache
  [[ -r $REPLY/ids/$name/$1.tsv ]] || return 0
  while IFS=$'\t' read -r id text; do
    if [[ $id == "$value"* ]]; then COMPREPLY+=("$id") texts+=("$text"); fi
  done <"$REPLY/ids/$name/$1.tsv"
}

# Those of the words, parted by spaces or commas, that begin with the value, in upper or lower case.
_remit_words() {
  local word list before
  before=$(shopt -p nocasematch)
  shopt -s nocasematch
  IFS=', ' read -r -a list <<<"$1"
  for word in "${list[@]}"; do
    if [[ $word == "$value"* ]]; then COMPREPLY+=("$word"); fi
  done
  $before
}

# The names of some flags, without what their values are.
_remit_flags() {
  local word list names=''
  read -r -a list <<<"$1"
  for word in "${list[@]}"; do names="$names ${word%%=*}"; done
  _remit_words "${names# }"
}

# What a flag wants, in spec; empty when it takes no value.
_remit_takes() {
  local all=" $flags $_remit_globals "
  spec=''
  if [[ $all == *" $1="* ]]; then spec=${all#*" $1="} spec=${spec%% *}; fi
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
      while IFS= read -r file; do COMPREPLY+=("@$file"); done < <(compgen -f -- "${value:1}")
      ;;
    /) compopt -o dirnames -o filenames 2>/dev/null ;;
    ^) _remit_profiles; _remit_words "${profiles#,}" ;;
    ':*') case $last in sync) _remit_ids integration ;; *) _remit_ids "$last" ;; esac ;;
    :*) _remit_ids "${1:1}" ;;
    *) _remit_words "$1" ;;
  esac
}

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

# Follows the words before the current one: where they lead, and what is wanted there.
_remit_follow() {
  local i word current=$((${#typed[@]} - 1))
  _remit_at ''
  for ((i = 1; i < current; i++)); do
    word=${typed[i]} spec=''
    if [[ -n $closed ]]; then last=$word count=$((count + 1))
    elif [[ $word == -- ]]; then closed=1
    elif [[ $word == -?* ]]; then
      _remit_takes "${word%%=*}"
      if [[ $word == --profile=* ]]; then profile=${word#*=}; fi
      if [[ $word == *=* || -z $spec ]]; then spec=''; continue; fi
      i=$((i + 1))
      if ((i == current)); then return; fi
      if [[ $word == -P || $word == --profile ]]; then profile=${typed[i]}; fi
      spec=''
    elif ((count == 0)) && [[ " $words " == *" $word "* ]]; then
      here="$here $word" here=${here# }
      _remit_at "$here"
    else last=$word count=$((count + 1)); fi
  done
}

# What the next argument is, in spec.
_remit_argument() {
  local list
  read -r -a list <<<"$args"
  spec=${list[count]-}
  if ((count >= ${#list[@]} && ${#list[@]} > 0)); then
    spec=${list[${#list[@]} - 1]}
    if [[ $spec != *... ]]; then spec=''; fi
  fi
  spec=${spec%...}
}

# Replies as readline wants them: it replaces what stands behind the last = : or @, and lists what each id is.
_remit_reply() {
  local i breaks=${COMP_WORDBREAKS//[!=:@]/} cut=''
  if [[ -n $breaks ]]; then cut=${value%"${value##*["$breaks"]}"}; fi
  for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do
    COMPREPLY[i]=${COMPREPLY[i]#"$cut"}
    if [[ -n $inline && $breaks != *=* ]]; then COMPREPLY[i]=$inline${COMPREPLY[i]}; fi
    if ((${#COMPREPLY[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)) && [[ -n ${texts[i]-} ]]; then
      COMPREPLY[i]="${COMPREPLY[i]}  ${texts[i]}"
    fi
  done
}

_remit() {
  local IFS=$' \t\n' typed words flags args texts here='' spec='' last='' profile='' closed='' inline='' count=0 value
  COMPREPLY=() texts=()
  _remit_typed
  _remit_follow
  value=${typed[${#typed[@]} - 1]}
  if [[ -n $spec ]]; then _remit_offer "$spec"
  elif [[ -z $closed && $value == -*=* ]]; then
    _remit_takes "${value%%=*}"
    inline=${value%%=*}= value=${value#*=}
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
