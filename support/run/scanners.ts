import { pathBehind } from '../contract/bases';
import { textOfBody } from '../contract/decode-text';
import { nationalIdNames } from '../contract/readings';
import { OperationMap } from '../exchange/operation-map';
import type { RawExchange } from '../exchange/raw-exchange';
import type { DiagnosisCheck } from '../judging/results';
import type { Mock } from '../mock/start-mock';
import type { Run } from './run';

/** Matches headers of the document (clauses 4.4, 5.2) and the envelope. A request with one is meant for the suite. */
const ownHeaders = /^(request-id|timestamp|x-cm-id|x-hip-id|x-hiu-id|bearer_auth|x-hcx-.+)$/i;

/** Names of members from the document and the readings. Names that occur in any web form or error body are excluded. */
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

/** Minimum length of a transaction id that identifies a client. A shorter one of an answer file may be part of any text. */
const shortestTxnId = 8;

type Played = Pick<Mock, 'urls' | 'account'>;

type Arrived = Pick<RawExchange, 'operation' | 'request' | 'service'>;

/**
 * Returns whether a request to a service that the suite plays comes from a scanner of public addresses. The conditions
 * are strict, because the suite must judge a client's mistakes. The path must not belong to any operation, not even a
 * deprecated one. The request must not contain a token, a header or member of the document, or a value from the suite.
 */
export function isFromScanner(
  { operation, request, service }: Arrived,
  run: Run,
  { urls, account }: Played,
): boolean {
  if (operation !== undefined || request.flaw?.kind === 'unreadable') return false;
  const base = service === undefined ? '' : new URL(urls[service]).pathname;
  if (isFamiliar(request, base, run)) return false;
  if (request.headers.some(([name, value]) => ownHeaders.test(name) || isToken(name, value))) return false;
  const body = request.body === undefined ? '' : textOfBody(request.body);
  const members = [...ownMembers, ...nationalIdNames(run.target.readings)];
  if (members.some((name) => body.includes(`"${name}"`))) return false;
  const txnIds = run.evidence.txnIds.filter(({ length }) => length >= shortestTxnId);
  const given = [account.clientId, ...Object.values(run.target.participants), ...txnIds];
  const texts = [request.url, body, ...request.headers.map(([, value]) => value)];
  return !texts.some(
    (text) => run.evidence.secrets.knows(text) || given.some((value) => text.includes(value)),
  );
}

const isToken = (name: string, value: string): boolean =>
  name.toLowerCase() === 'authorization' && !/^(basic|digest)\s/i.test(value.trim());

/** Returns whether a path belongs to an operation, also with another version. Ignores the host, which may be any. */
function isFamiliar({ method, url }: RawExchange['request'], base: string, { target }: Run): boolean {
  const map = new OperationMap({ services: {}, paths: target.paths, readings: target.readings });
  const { origin, pathname: whole } = new URL(url);
  const pathname = pathBehind(base, whole) ?? whole;
  const unversioned = pathname.replace(/\/v\d+(\.\d+)?(?=\/)/g, '');
  const asOurs = ['/v1', '/v2', '/v3'].map((version) => origin + version + unversioned);
  return [origin + pathname, ...asOurs].some((each) => map.map(method, each) !== undefined);
}

/** Adds a note about the requests of one kind to the diagnosis, or replaces the note with this name. Verdicts do not change. */
export function noteRequests(run: Run, note: Omit<DiagnosisCheck, 'state'>): void {
  const others = run.evidence.diagnosis.filter(({ name }) => name !== note.name);
  run.evidence.diagnosis = [...others, { ...note, state: 'unknown' }];
}
