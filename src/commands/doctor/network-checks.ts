import { X509Certificate } from 'node:crypto';
import {
  PROXY_VARIABLES,
  proxyAddress,
  proxyFor,
} from '../../api/client/transport/proxy-settings.ts';
import { readPrivate } from '../../config/private-file.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { checkVerification, proxiesIn } from '../../runtime/create-transport.ts';
import {
  type CheckResult,
  type DoctorCheck,
  failedResult,
  okResult,
  resultOf,
  warningResult,
} from './check-result.ts';

/** Checks the path to the service: certificate verification, proxies of the environment, and the trusted authority. */
export const checkNetworkPath: DoctorCheck = ({ system: { env }, settings }) => [
  resultOf('certificates', () => {
    checkVerification(env);
    return okResult('certificates', 'verified');
  }),
  proxies(env, settings),
  authority(settings()),
];

type Environment = Readonly<Record<string, string | undefined>>;

function proxies(env: Environment, settings: () => ResolvedSettings): CheckResult {
  const configured = proxiesIn(env);
  const set = PROXY_VARIABLES.flatMap((name) => {
    const text = configured[name];
    return text === undefined ? [] : [`${name} ${proxyAddress(name, text).host}`];
  });
  if (set.length === 0) return okResult('proxy', 'none');
  const { baseUrl } = settings();
  const isUsed =
    baseUrl !== undefined && URL.canParse(baseUrl) && proxyFor(new URL(baseUrl), configured);
  const exceptions = configured.NO_PROXY === undefined ? '' : `, except ${configured.NO_PROXY}`;
  return okResult(
    'proxy',
    `${set.join(', ')}${exceptions}${isUsed ? '' : ' (not for this address)'}`,
  );
}

/** Time before the expiry of a certificate from which a warning is shown. */
const SOON_MS = 30 * 86_400_000;

function authority({ caFile }: ResolvedSettings): CheckResult {
  if (caFile === undefined)
    return okResult('ca file', 'none: the built-in certificate authorities are trusted');
  const next = 'set --ca-file to a PEM file, or unset caFile';
  const text = readPrivate(caFile);
  if (text === undefined) return failedResult('ca file', `${caFile} does not exist`, next);
  const expiryTimes = certificatesIn(text).map(({ validTo }) => Date.parse(validTo));
  if (expiryTimes.length === 0)
    return failedResult('ca file', `${caFile} contains no certificate`, next);
  const first = Math.min(...expiryTimes);
  const detail = `${caFile}, valid until ${new Date(first).toISOString().slice(0, 10)}`;
  return first - Date.now() < SOON_MS
    ? warningResult('ca file', detail, 'renew the certificate')
    : okResult('ca file', detail);
}

/** Returns the certificates in a PEM text. Blocks that cannot be parsed are ignored. */
function certificatesIn(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}
