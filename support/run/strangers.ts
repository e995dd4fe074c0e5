import { textOfBody } from '../contract/decode-text';
import { nationalIdNames } from '../contract/readings';
import { OperationMap } from '../exchange/operation-map';
import type { RawExchange } from '../exchange/raw-exchange';
import type { Mock } from '../mock/start-mock';
import type { Run } from './run';

/** Headers of the document (clauses 4.4, 5.2), and of the envelope: a request with one is meant for us. */
const ownHeaders = /^(request-id|timestamp|x-cm-id|x-hip-id|x-hiu-id|bearer_auth|x-hcx-.+)$/i;

/** Members that the document names, or that a reading does; those of error bodies and of any form are left out. */
const ownMembers = [
  'clientId',
  'clientSecret',
  'grantType',
  'refreshToken',
  'otp',
  'otpValue',
  'txnId',
  'loginId',
  'keyMaterial',
  'correlationId',
  'providerId',
  'claimNumber',
  'payload',
  'resourceType',
];

type Played = Pick<Mock, 'urls' | 'account'>;

/**
 * Whether a request to a service that we play comes from a stranger: public addresses are scanned. Narrow, for a client
 * that errs is to be judged: its path is that of no operation, documented, read or deprecated; it carries no bearer
 * token, no header and no member of the document, and no value that the suite gave.
 */
export function isStranger(raw: RawExchange, run: Run, { urls, account }: Played): boolean {
  const { operation, request, service } = raw;
  if (operation !== undefined || request.flaw?.kind === 'unreadable') return false;
  const base = service === undefined ? '' : new URL(urls[service]).pathname;
  if (isFamiliar(request, base, run)) return false;
  if (request.headers.some(([name, value]) => ownHeaders.test(name) || isToken(name, value))) return false;
  const body = request.body === undefined ? '' : textOfBody(request.body);
  const members = [...ownMembers, ...nationalIdNames(run.target.readings)];
  if (members.some((name) => body.includes(`"${name}"`))) return false;
  const given = [account.clientId, ...Object.values(run.target.participants), ...run.evidence.txnIds];
  const texts = [request.url, body, ...request.headers.map(([, value]) => value)];
  return !texts.some(
    (text) => run.evidence.secrets.knows(text) || given.some((value) => text.includes(value)),
  );
}

const isToken = (name: string, value: string): boolean =>
  name.toLowerCase() === 'authorization' && !/^(basic|digest)\s/i.test(value.trim());

/** By the path alone, as traffic with unknown addresses is read: also that of an older version. */
function isFamiliar({ method, url }: RawExchange['request'], base: string, { target }: Run): boolean {
  const map = new OperationMap({ services: {}, paths: target.paths, readings: target.readings });
  const { origin, pathname: whole } = new URL(url);
  const pathname = whole.startsWith(`${base}/`) ? whole.slice(base.length) : whole;
  const unversioned = pathname.replace(/\/v\d+(\.\d+)?(?=\/)/g, '');
  const asOurs = ['/v1', '/v2', '/v3'].map((version) => origin + version + unversioned);
  return [origin + pathname, ...asOurs].some((each) => map.map(method, each) !== undefined);
}

/** Says how many requests were left aside, and why; they affect no verdict. */
export function noteIgnoredRequests(run: Run, name: string, detail: string): void {
  const others = run.evidence.diagnosis.filter((check) => check.name !== name);
  run.evidence.diagnosis = [...others, { name, state: 'unknown', detail }];
}
