import { isObject } from '../../../contract/json';
import type { Role } from '../../../contract/words';
import { toPlainText } from '../../../exchange/text';
import type { Exchange } from '../../../exchange/exchange';
import { jsonBody, exchangeReference } from '../../../exchange/exchange';
import type { MockRecord } from '../../../mock/arriving-request';
import type { MockOperation } from '../../../mock/seams';
import { refusesCertificate } from '../../../obligations/transport/services';
import type { ConnectionDetails, RequestByHand, NotCountedReason } from '../../../run/hand/happenings';
import { foreignCredential } from '../../../run/foreign-values';
import type { Instruction } from './instructions';

/** The act that is asked for just now. */
export interface WantedAct {
  readonly id: number;
  readonly instruction: Instruction;
}

/** What is known of a run when a request arrives. */
interface Known {
  /** Nothing is asked for between two acts. */
  readonly wanted: WantedAct | undefined;
  /** Those that the target lists. */
  readonly roles: readonly Role[];
  readonly credentials: ConnectionDetails['credentials'];
}

/** What reached the services, in the light of what is known. */
export function seenByHand(
  seen: MockRecord,
  exchange: Exchange,
  { wanted, roles, credentials }: Known,
): RequestByHand {
  const { response, failure } = exchange;
  const whyNot = whyNotCounted(seen, exchange, wanted?.instruction);
  const role = unlistedRole(seen, whyNot, roles);
  const wrong = wrongCredential(seen, credentials);
  return {
    seq: exchange.seq,
    name: toPlainText(exchangeReference(exchange)),
    ...(response === undefined ? { failure: failure?.message ?? 'unknown' } : { status: response.status }),
    ...(wanted && { act: wanted.id }),
    ...(whyNot && { whyNot }),
    ...(role !== undefined && { role }),
    ...(wrong !== undefined && { wrong }),
  };
}

/** Whose act a request is. Sessions, certificates and OTPs belong to what several roles do. */
const roleOf: Readonly<Partial<Record<MockOperation, Role>>> = {
  'fields.identity': 'identity',
  'fields.registry': 'registry',
  'mobileOtp.identity': 'identity',
  'mobileOtp.registry': 'registry',
  'insurancePlan.request': 'provider',
  'eligibility.check': 'provider',
  'preauth.submit': 'provider',
  'claim.submit': 'provider',
  'communication.onRequest': 'provider',
  'payment.acknowledge': 'provider',
  'dummyPayer.trigger': 'trigger',
  'paymentNotice.init': 'trigger',
};

/** The role that an act belongs to, where it was not asked for and the target does not list it. */
function unlistedRole(
  { operation, meant }: MockRecord,
  whyNot: NotCountedReason | undefined,
  roles: readonly Role[],
): Role | undefined {
  if (whyNot?.kind !== 'unasked' && whyNot?.kind !== 'another-operation') return undefined;
  const role = roleOf[operation ?? meant ?? 'fallback'];
  return role === undefined || roles.includes(role) ? undefined : role;
}

/**
 * Which credential of an answered session request is not that of the run. The services go on where the other is right,
 * so that one slip hides nothing else; one that was not sent is judged.
 */
function wrongCredential(
  seen: MockRecord,
  credentials: ConnectionDetails['credentials'],
): RequestByHand['wrong'] {
  const { operation, meant } = seen;
  if ((operation ?? meant) !== 'session.create' || !isAnswered(seen)) return undefined;
  return foreignCredential(seen, credentials) ?? 'none';
}

/** Why a request is not what was asked for; `undefined` where it counts. */
function whyNotCounted(
  seen: MockRecord,
  exchange: Exchange,
  wanted: Instruction | undefined,
): NotCountedReason | undefined {
  if (wanted === undefined) return { kind: 'unasked' };
  if (wanted.mayRefuse === true && refusesCertificate(exchange)) return undefined;
  if (seen.operation !== wanted.operation) {
    const arrived = seen.operation;
    const { method, url } = wanted.address;
    return {
      kind: 'another-operation',
      ...(arrived !== undefined && { arrived }),
      wanted: `${method} ${new URL(url).pathname}`,
    };
  }
  const stray = wanted.strays?.(exchange);
  if (stray !== undefined && isAnswered(seen)) return { kind: 'another-matter', ...stray };
  if (seen.response === undefined) return { kind: 'broke-off', message: 'the request broke off' };
  const { status } = seen.response;
  if (status >= 200 && status < 300) return undefined;
  const reason = reasonIn(exchange);
  return {
    kind: 'refused',
    status,
    ...(reason !== undefined && { reason }),
    ...(seen.stimulus !== undefined && { played: true }),
  };
}

const isAnswered = ({ response }: MockRecord): boolean => response !== undefined && response.status < 300;

/** What the services wrote of it, as it was recorded. */
function reasonIn({ response }: Exchange): string | undefined {
  const body = jsonBody(response);
  const error = isObject(body) && isObject(body.error) ? body.error : undefined;
  const { code, message } = error ?? {};
  const told = [code, message].filter((each) => typeof each === 'string');
  return told.length === 0 ? undefined : told.join(': ');
}
