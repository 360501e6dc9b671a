import type { Host } from '../../cli/system.ts';
import { readPrivate } from '../../config/private-file.ts';
import { business } from '../../contract/business.ts';
import { user } from '../../contract/sign-in.ts';
import type { Client } from '../../http/client.ts';
import { failureIn } from '../../http/response/response-error.ts';
import { probe } from '../../http/transport/probe.ts';
import { proxyFor } from '../../http/transport/proxy-settings.ts';
import { checkVerification, proxiesIn } from '../../service/create-transport.ts';
import { baseOf } from '../../service/service-client.ts';
import {
  type Finding,
  failed,
  type Look,
  ok,
  type Patient,
  thrown,
  warning,
} from './check-result.ts';

/** The way to the service, whether it answers as one, and what its clock and its refusals are like. Reads alone are sent. */
export const lookAtService: Look = async (patient) => {
  const way = await lookAtSteps(patient);
  if (way.some(({ status }) => status === 'failed')) return way;
  return [...way, ...(await lookAtAnswers(patient))];
};

async function lookAtSteps({ settings, host }: Patient): Promise<Finding[]> {
  const now = settings();
  const base = baseOf(now);
  const findings: Finding[] = [];
  const ca = now.caFile === undefined ? undefined : readPrivate(now.caFile);
  try {
    checkVerification(host.env);
    const proxy = proxyFor(base, proxiesIn(host.env));
    const steps = probe({ base, ca, proxy, signal: host.interrupted });
    for await (const { name, detail, tookMs } of steps) {
      // The proxy has a line of its own already, which says how it is set.
      findings.push(ok(name === 'proxy' ? 'network' : name, `${detail} (${tookMs} ms)`));
    }
  } catch (error) {
    findings.push(thrown('network', error));
  }
  return findings;
}

async function lookAtAnswers({ connection, host }: Patient): Promise<Finding[]> {
  try {
    const { client } = await connection();
    const startedAt = performance.now();
    const { email, id } = await client.call(user.profile, {});
    const tookMs = Math.round(performance.now() - startedAt);
    return [
      ok('service', `answers as ${email ?? id ?? 'someone it does not name'} (${tookMs} ms)`),
      clock(client.lastAnswer()?.date, host),
      await refusals(client),
    ];
  } catch (error) {
    return [thrown('service', error)];
  }
}

/** A difference that no network explains. */
const MOST_APART_MS = 120_000;

function clock(theirs: Date | undefined, { env }: Host): Finding {
  if (theirs === undefined) return warning('clock', 'the service does not say what time it has');
  const apartMs = Math.abs(theirs.getTime() - Date.now());
  const detail = `the service has ${theirs.toISOString()}, ${Math.round(apartMs / 1000)} s from ours`;
  if (apartMs <= MOST_APART_MS) return ok('clock', detail);
  const zone = env['TZ'] === undefined ? '' : ` (TZ=${env['TZ']})`;
  return warning('clock', detail, `dates go by the service's clock; set this one right${zone}`);
}

/** What a refusal looks like there, by asking for a business that cannot be. */
async function refusals(client: Client): Promise<Finding> {
  const params = { businessId: 'biz_that_is_not_there' };
  const { method, path, effect, headers } = client.request(business.get, { params });
  const answer = await client.raw({ method, path, effect, headers });
  const refusal = failureIn(answer);
  const type = answer.headers['content-type'] ?? 'no content type';
  if (!refusal)
    return failed('refusals', `${answer.status} for what is not there`, null, 'damaged');
  const isShaped = /json/.test(type) && 'code' in refusal && !/^http_\d+$/.test(refusal.code);
  const detail = `${answer.status} as ${type}${isShaped ? `, code ${refusal.code}` : ', without a code'}`;
  return isShaped ? ok('refusals', detail) : warning('refusals', detail, 'remit dialect check');
}
