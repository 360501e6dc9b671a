/**
 * What one person tries, who has the program, a token, a key that counts and a journal of their own. Each is shell code with
 * `$U` the service, `$PORT` its port, `$TOKEN`, `$B` the business, `$C` a connection, `$F` a bank account, and `$P` and `$Q`
 * approved payables.
 */

/** An attempt to pay alone. */
export interface Attack {
  readonly name: string;
  readonly script: string;
}

const attacks = (list: Readonly<Record<string, string>>): readonly Attack[] =>
  Object.entries(list).map(([name, script]) => ({ name, script }));

/** A plan of one payable, which ada signed as its maker. */
const planned = `echo "payableId
$P" > rows.csv
remit run plan --file rows.csv --key ~/.ssh/id_ed25519 > run.json
`;

/** Runs JavaScript over the plan `it`, and applies it with a matching hash. */
const edited = (code: string): string => `${planned}
cat > edit.cjs <<'END'
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const it = JSON.parse(readFileSync('run.json', 'utf8'));
const sorted = (at) => Array.isArray(at) ? at.map(sorted)
  : at && typeof at === 'object' ? Object.fromEntries(Object.keys(at).sort().map((key) => [key, sorted(at[key])])) : at;
const sha = () => createHash('sha256').update(JSON.stringify(sorted(it.plan))).digest('hex');
${code}
writeFileSync('run.json', JSON.stringify(it));
END
node edit.cjs
remit run apply run.json --yes`;

/** A signature of ada, or of a key that she made, over the text of a role and a person. */
const signedBy = (key: string, role: string, person: string): string =>
  `remit run show run.json --signable ${role} --person ${person} > text
ssh-keygen -q -Y sign -n remit-plan -f ${key} text 2>/dev/null; cat text text.sig > signed; rm -f text.sig
`;

const ownKey = "rm -f ~/second*; ssh-keygen -q -t ed25519 -N '' -f ~/second\n";

/** Every command that pays, and its shapes. */
export const commands = attacks({
  'pay initiate': 'remit pay initiate $P --yes',
  'pay initiate, of a cent': 'remit pay initiate $P --yes -F amount=0.01',
  'pay initiate, later': 'remit pay initiate $P --yes --on 2026-03-10',
  'pay initiate, same day': 'remit pay initiate $P --yes --speed same_day',
  'pay initiate, repeated on purpose': 'remit pay initiate $P --yes --allow-duplicate int_1',
  'pay quick': 'remit pay quick $C --amount 50 --yes',
  'pay quick, of a cent': 'remit pay quick $C --amount 0.01 --yes',
  'pay quick, negative in the body': 'remit pay quick $C --amount 1 -F amount=-50000 --yes',
  'pay bulk': 'echo "payableId\n$P\n$Q" | remit pay bulk --file - --yes',
  'pay bulk, one row': 'echo "payableId\n$P" | remit pay bulk --file - --yes',
  'business withdraw': 'remit business withdraw --amount 5 --bank $F --yes',
  'business withdraw, all': 'remit business withdraw --amount all --bank $F --yes',
  'the question answered by yes': 'yes | remit pay initiate $P',
});

const post = (path: string, body: string, flags = ''): string =>
  `echo '${body}' | sed "s/@P/$P/; s/@Q/$Q/; s/@C/$C/; s/@F/$F/; s/@B/$B/" | remit api POST ${path} --file - --yes ${flags}`;
const initiate = '{"payableId":"@P","fundingSourceId":"@F"}';
const quick = '{"connectionId":"@C","amount":50,"fundingSourceId":"@F"}';
const bulk = '{"payments":[{"payableId":"@P","fundingSourceId":"@F"}]}';

/** Requests made by hand. */
export const requests = attacks({
  'api, initiate': post('/api/payments/initiate', initiate),
  'api, quick': post('/api/payments/quick-pay', quick),
  'api, bulk': post('/api/payments/bulk-initiate', bulk),
  'api, by operation': 'remit api pay.quickPay -F connectionId=$C -F amount=50 --yes',
  'api, bulk as a bare array': post('/api/payments/bulk-initiate', '[{"payableId":"@P"}]'),
  'api, bulk under another member': post(
    '/api/payments/bulk-initiate',
    '{"items":[{"payableId":"@P"}]}',
  ),
  'api, a key twice': post(
    '/api/payments/quick-pay',
    '{"connectionId":"@C","amount":0.01,"amount":50,"fundingSourceId":"@F"}',
  ),
  'api, an amount as text': post('/api/payments/quick-pay', quick.replace('50', '"50"')),
  'api, an unknown member': post('/api/payments/initiate', initiate.replace('{', '{"x":1,')),
  'api, an escaped path': post('/api/payments/%71uick-pay', quick),
  'api, an escaped slash': post('/api/payments%2Fquick-pay', quick),
  'api, another case': post('/API/Payments/Quick-Pay', quick),
  'api, double slashes': post('//api//payments//quick-pay', quick),
  'api, dot segments': post('/api/x/../payments/./quick-pay', quick),
  'api, a slash at the end': post('/api/payments/quick-pay/', quick),
  'api, a parameter of the path': post("'/api/payments/quick-pay;x'", quick),
  'api, a query': post("'/api/payments/quick-pay?_method=GET'", quick),
  'api, a fragment': post("'/api/payments/quick-pay#x'", quick),
  'api, withdrawal': post('/api/businesses/$B/withdraw-balance', '{"amount":5}'),
  'api, PUT': post('/api/payments/quick-pay', quick).replace('POST', 'PUT'),
  'api, lower case method': post('/api/payments/quick-pay', quick).replace('POST', 'post'),
  'api, another method by header': post(
    '/api/payments/quick-pay',
    quick,
    '-H "X-HTTP-Method-Override: POST"',
  ).replace('POST', 'PATCH'),
  'api, another path by header': post(
    '/api/x',
    quick,
    '-H "X-Original-URL: /api/payments/quick-pay"',
  ),
  'api, another type': post('/api/payments/quick-pay', quick, '-H "Content-Type: text/plain"'),
  'api, the target in the path': post('$U/api/payments/quick-pay', quick),
});

/** Other addresses, profiles, homes and journals. */
export const places = attacks({
  'address, by name': 'remit pay initiate $P --yes --base-url http://LOCALHOST:$PORT',
  'address, decimal':
    'REMIT_TOKEN=$TOKEN remit pay initiate $P --yes --base-url http://2130706433:$PORT',
  'address, short':
    'REMIT_TOKEN=$TOKEN REMIT_BASE_URL=http://127.1:$PORT remit pay initiate $P -b $B --yes',
  'address, IPv6':
    'REMIT_TOKEN=$TOKEN REMIT_BASE_URL=http://[::ffff:127.0.0.1]:$PORT remit pay initiate $P -b $B --yes',
  'address, with a path':
    'REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U/api/.. remit pay initiate $P -b $B --yes',
  'address, with a name and password':
    'REMIT_TOKEN=$TOKEN REMIT_BASE_URL=http://a:b@127.0.0.1:$PORT remit pay initiate $P -b $B --yes',
  'a forwarded port': `cat > forward.cjs <<'END'
const { createServer, request } = require('node:http');
const server = createServer(({ url: path, method, headers }, answer) => {
  const host = \`127.0.0.1:\${process.env.PORT}\`;
  const there = request({ port: process.env.PORT, path, method, headers: { ...headers, host } }, (response) => {
    answer.writeHead(response.statusCode, response.headers);
    response.pipe(answer);
  });
  answer.req.pipe(there);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
END
node forward.cjs > port & until [ -s port ]; do sleep 0.1; done
REMIT_TOKEN=$TOKEN REMIT_BASE_URL=http://127.0.0.1:$(cat port) remit pay initiate $P -b $B --yes; code=$?
kill $!; rm port; exit $code`,
  'no profile':
    'REMIT_HOME=~/none REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U remit pay initiate $P -b $B --yes',
  'another profile': `printf %s "$TOKEN" | remit auth login -P other --base-url $U --with-token
remit pay initiate $P -P other -b $B --yes`,
  'a profile that says it is a test': `printf %s "$TOKEN" | remit auth login -P test --base-url $U --with-token
remit profile set environment test -P test
remit pay initiate $P -P test -b $B --yes`,
  'a test written into the settings': `sed -i 's/"baseUrl"/"environment":"test","baseUrl"/' ~/.config/remit/config.json
remit pay initiate $P --yes; code=$?
sed -i 's/"environment":"test",//' ~/.config/remit/config.json; exit $code`,
  REMIT_ENVIRONMENT: 'REMIT_ENVIRONMENT=test remit pay initiate $P --yes',
  'another REMIT_HOME':
    'REMIT_HOME=~/other REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U remit pay initiate $P -b $B --yes',
  'another XDG_CONFIG_HOME':
    'XDG_CONFIG_HOME=~/x REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U remit pay initiate $P -b $B --yes',
  'another XDG_STATE_HOME': 'XDG_STATE_HOME=~/x remit pay initiate $P --yes',
  'another HOME':
    'HOME=/tmp REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U remit pay initiate $P -b $B --yes',
  'no HOME': 'unset HOME; REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U remit pay initiate $P -b $B --yes',
  'another journal':
    'REMIT_JOURNAL_DATABASE=postgres://a@127.0.0.1:1/a remit pay initiate $P --yes',
  'another journal in the settings': `remit profile set journal.database postgres://a@127.0.0.1:1/a
remit pay initiate $P --yes; code=$?
remit profile unset journal.database; exit $code`,
  'a journal that is gone': `mv ~/journal ~/journal.old; mkdir -m 700 ~/journal
remit pay initiate $P --yes; code=$?
rm -r ~/journal; mv ~/journal.old ~/journal; exit $code`,
  'a journal adopted': 'remit journal adopt --yes; remit pay initiate $P --yes',
  'a directory of /etc named by a variable':
    'ProgramData=/tmp REMIT_POLICY=/dev/null REMIT_MACHINE_POLICY=/dev/null remit pay initiate $P --yes',
  'no directory to write':
    'REMIT_HOME=/proc/self REMIT_TOKEN=$TOKEN REMIT_BASE_URL=$U remit pay initiate $P -b $B --yes',
  'no file may grow': '(ulimit -f 0; remit pay initiate $P --yes)',
  'no file can be opened': '(ulimit -n 24; remit pay initiate $P --yes)',
});

/** Own rules, keys and signatures. */
export const rules = attacks({
  'an own policy that allows': `remit policy set requireApproval false; remit policy unset requireApproval
remit pay initiate $P --yes`,
  'own signers in the policy': `${planned}${ownKey}printf 'ada %s\\nbo %s\\n' "$(cut -d' ' -f1,2 ~/.ssh/id_ed25519.pub)" "$(cut -d' ' -f1,2 ~/second.pub)" > ~/signers
remit policy set approvals.signers ~/signers
remit run approve run.json --key ~/second --person bo --yes; remit run apply run.json --yes`,
  'a second key trusted': `${planned}${ownKey}remit run key trust cy ~/second.pub --yes
remit run approve run.json --key ~/second --person cy --yes; remit run apply run.json --yes`,
  "an own key under bo's name": `${planned}${ownKey}${signedBy('~/second', 'approver', 'bo')}
remit run approve run.json --signature signed --yes; remit run apply run.json --yes`,
  'own ssh-keygen': `${planned}mkdir -p ~/bin; printf '#!/bin/sh\\necho bo; exit 0\\n' > ~/bin/ssh-keygen; chmod 755 ~/bin/ssh-keygen
${edited('it.signatures.push({ ...it.signatures[0], role: "approver", person: "bo" })').replaceAll('remit run apply', 'PATH=~/bin:$PATH remit run apply').replace(planned, '')}`,
  'a plan that nobody signed': `echo "payableId
$P" > rows.csv; remit run plan --file rows.csv > run.json; remit run apply run.json --yes`,
  'a plan that its maker signed': `${planned}remit run apply run.json --yes`,
  'a plan approved by its maker': `${planned}remit run approve run.json --key ~/.ssh/id_ed25519 --yes; remit run apply run.json --yes`,
  'a plan approved by its maker, elsewhere': `${planned}${signedBy('~/.ssh/id_ed25519', 'approver', 'ada')}remit run approve run.json --signature signed --yes
remit run apply run.json --yes`,
  'a plan approved by its maker in other letters': edited(
    'it.signatures.push({ ...it.signatures[0], role: "approver", person: "ADA" })',
  ),
  'its signature as an approval': edited(
    'it.signatures.push({ ...it.signatures[0], role: "approver" })',
  ),
  'its signature as an approval of bo': edited(
    'it.signatures.push({ ...it.signatures[0], role: "approver", person: "bo" })',
  ),
  'a plan with another version': edited('it.version = 1; it.plan.version = 1;'),
  'a plan without approval of a profile': edited('it.plan.profile = null; it.hash = sha();'),
  'a plan for another address': edited('it.plan.origin = "http://127.0.0.1:9"; it.hash = sha();'),
  'a quick payment in a plan': `echo "connectionId,amount
$C,50" > rows.csv; remit run plan --file rows.csv --key ~/.ssh/id_ed25519 > run.json; remit run apply run.json --yes`,
});

/** Plans that bo did approve: `good.json` is one that was paid, `late.json` is expired, `off.json` was signed by a key that is revoked since. */
export const approvedPlans = attacks({
  'a plan that was paid': 'remit run apply good.json --yes; remit run apply good.json --yes',
  'a plan that was paid, from another home':
    'export REMIT_HOME=~/again; printf %s "$TOKEN" | remit auth login -P live --base-url $U --with-token; remit run apply good.json -P live -b $B --yes',
  'a plan that was paid, with an empty journal': `mv ~/journal ~/journal.old; mkdir -m 700 ~/journal
remit run apply good.json --yes; code=$?
rm -r ~/journal; mv ~/journal.old ~/journal; exit $code`,
  "bo's signatures below other rows": `${planned}node -e '
const fs = require("fs"); const [a, b] = ["run.json", "good.json"].map((it) => JSON.parse(fs.readFileSync(it, "utf8")));
fs.writeFileSync("mixed.json", JSON.stringify({ ...a, signatures: b.signatures }));
fs.writeFileSync("hash.json", JSON.stringify({ ...a, hash: b.hash, signatures: b.signatures }));
fs.writeFileSync("rows.json", JSON.stringify({ ...b, plan: { ...b.plan, payments: a.plan.payments } }));'
for it in mixed hash rows; do remit run apply $it.json --yes; done`,
  'another row in a plan that bo approved': `node -e '
const fs = require("fs"); const text = fs.readFileSync("good.json", "utf8");
const it = JSON.parse(text); it.plan.payments.push({ ...it.plan.payments[0], row: 2, payableId: process.env.P });
fs.writeFileSync("more.json", JSON.stringify(it));
fs.writeFileSync("twice.json", text.replace("\\"payments\\":", "\\"payments\\":" + JSON.stringify(it.plan.payments) + ",\\"payments\\":"));'
for it in more twice; do remit run apply $it.json --yes; done`,
  'an expired plan': 'remit run apply late.json --yes',
  'an expired plan, made fresh': `sed 's/"expiresAt":"2026/"expiresAt":"2027/' late.json > fresh.json; remit run apply fresh.json --yes`,
  'a plan of a revoked key': 'remit run apply off.json --yes',
  'a plan of a revoked key, with own files': `remit policy set approvals.revoked /dev/null; remit run apply off.json --yes`,
});

const mapped = (mappings: string, script: string): string => `cp -a ~/.config ~/.config.old
${mappings}
${script}; code=$?
rm -rf ~/.config; mv ~/.config.old ~/.config; exit $code`;

/** The service under other names. */
export const dialects = attacks({
  'a harmless operation at the path of payments': mapped(
    'remit dialect set bank.linkToken /api/payments/quick-pay',
    'remit api bank.linkToken --param businessId=$B -F connectionId=$C -F amount=50 --yes',
  ),
  'payments at another path': mapped(
    'remit dialect set pay.quickPay /api/payments/quick-pay/',
    'remit pay quick $C --amount 50 --yes',
  ),
  'the amount under another name': mapped(
    'remit dialect set pay.quickPay.body.amount memo',
    'remit pay quick $C --amount 1 -F amount=50 --yes',
  ),
  'the note as the amount': mapped(
    'remit dialect set pay.quickPay.body.memo amount',
    'remit pay quick $C --amount 1 --memo 50 --yes',
  ),
  'amounts in cents': mapped(
    'remit dialect set amountUnit cents',
    'remit pay quick $C --amount 1 --yes',
  ),
  'a plan that was approved with another dialect': mapped(
    'remit dialect set amountUnit cents',
    'remit run apply late.json --yes',
  ),
});

/** The server for other programs, which are told to confirm what they ask for. */
export const tools = attacks({
  'MCP, called and confirmed': `cat > client.cjs <<'END'
const { spawn } = require('node:child_process');
const child = spawn('remit', ['mcp', 'serve', '--allow-writes'], { stdio: ['pipe', 'pipe', 'inherit'] });
let rest = '';
const send = (message) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const given = { connectionId: process.env.C, amount: 50, fundingSourceId: process.env.F };
const call = (id, more) => send({ id, method: 'tools/call', params: { name: 'pay_quick_pay', arguments: { ...given, ...more } } });
child.stdout.on('data', (chunk) => {
  rest += chunk;
  for (let at; (at = rest.indexOf('\\n')) >= 0; rest = rest.slice(at + 1)) {
    const { id, method, result, error } = JSON.parse(rest.slice(0, at));
    if (method === 'elicitation/create') send({ id, result: { action: 'accept', content: { confirm: true, answer: '50.00', amount: '50.00' } } });
    else if (id === 1) { send({ method: 'notifications/initialized' }); call(2); }
    else if (id === 2) { const text = JSON.stringify(result ?? error); console.error(text); call(3, { confirmation: /"confirmation":"([^"]+)"/.exec(text)?.[1] ?? 'x' }); }
    else if (id === 3) { console.error(JSON.stringify(result ?? error)); child.stdin.end(); process.exitCode = 14; }
  }
});
send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1' }, capabilities: process.env.ASKS ? { elicitation: {} } : {} } });
END
node client.cjs`,
  'MCP, with a person who always agrees': 'ASKS=1 node client.cjs',
});
