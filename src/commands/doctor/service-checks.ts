import type { Client } from '../../api/client/client.ts';
import { errorFromResponse } from '../../api/client/response/response-error.ts';
import { probe } from '../../api/client/transport/probe.ts';
import { proxyFor } from '../../api/client/transport/proxy-settings.ts';
import { business } from '../../api/operations/business.ts';
import { user } from '../../api/operations/sign-in.ts';
import type { System } from '../../cli/system.ts';
import { readPrivate } from '../../config/private-file.ts';
import { checkVerification, proxiesIn } from '../../runtime/create-transport.ts';
import { baseOf } from '../../runtime/service-client.ts';
import {
  type CheckResult,
  type DoctorCheck,
  type DoctorContext,
  errorResult,
  failedResult,
  okResult,
  warningResult,
} from './check-result.ts';

/** Checks the connection to the service, its responses, its clock and its errors. Sends reads only. */
export const checkService: DoctorCheck = async (context) => {
  const networkResults = await checkNetwork(context);
  if (networkResults.some(({ status }) => status === 'failed')) return networkResults;
  return [...networkResults, ...(await checkResponses(context))];
};

async function checkNetwork({ settings, system }: DoctorContext): Promise<CheckResult[]> {
  const now = settings();
  const base = baseOf(now);
  const findings: CheckResult[] = [];
  const ca = now.caFile === undefined ? undefined : readPrivate(now.caFile);
  try {
    checkVerification(system.env);
    const proxy = proxyFor(base, proxiesIn(system.env));
    const steps = probe({ base, ca, proxy, signal: system.interrupted });
    for await (const { name, detail, tookMs } of steps) {
      // The proxy has a line of its own already, which says how it is set.
      findings.push(okResult(name === 'proxy' ? 'network' : name, `${detail} (${tookMs} ms)`));
    }
  } catch (error) {
    findings.push(errorResult('network', error));
  }
  return findings;
}

async function checkResponses({ connection, system }: DoctorContext): Promise<CheckResult[]> {
  try {
    const { client } = await connection();
    const startedAt = performance.now();
    const { email, id } = await client.call(user.profile, {});
    const tookMs = Math.round(performance.now() - startedAt);
    return [
      okResult(
        'service',
        `signed in as ${email ?? id ?? 'a user it does not name'} (${tookMs} ms)`,
      ),
      clock(client.lastResponse()?.date, system),
      await refusals(client),
    ];
  } catch (error) {
    return [errorResult('service', error)];
  }
}

/** Clock difference from which a warning is shown: no network delay explains it. */
const MAX_APART_MS = 120_000;

function clock(serviceTime: Date | undefined, { env }: System): CheckResult {
  if (serviceTime === undefined) return warningResult('clock', 'the service sends no Date header');
  const differenceMs = Math.abs(serviceTime.getTime() - Date.now());
  const detail = `the service's time is ${serviceTime.toISOString()}, ${Math.round(differenceMs / 1000)} s from this machine's`;
  if (differenceMs <= MAX_APART_MS) return okResult('clock', detail);
  const zone = env['TZ'] === undefined ? '' : ` (TZ=${env['TZ']})`;
  return warningResult(
    'clock',
    detail,
    `dates use the service's clock; correct this machine's clock${zone}`,
  );
}

/** Checks the form of the service's errors by requesting a business that does not exist. */
async function refusals(client: Client): Promise<CheckResult> {
  const params = { businessId: 'biz_that_is_not_there' };
  const { method, path, effect, headers } = client.request(business.get, { params });
  const answer = await client.raw({ method, path, effect, headers });
  const refusal = errorFromResponse(answer);
  const type = answer.headers['content-type'] ?? 'no content type';
  if (!refusal)
    return failedResult('refusals', `${answer.status} for a missing resource`, null, 'damaged');
  const isShaped = /json/.test(type) && 'code' in refusal && !/^http_\d+$/.test(refusal.code);
  const detail = `${answer.status} as ${type}${isShaped ? `, code ${refusal.code}` : ', without a code'}`;
  return isShaped
    ? okResult('refusals', detail)
    : warningResult('refusals', detail, 'remit dialect check');
}
