import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { textOfBody } from '../../contract/decode-text';
import { isObject } from '../../contract/json';
import type { ServiceName } from '../../contract/operations';
import { inspectPayerMessage } from '../../crypto/node/payer-message';
import { readAddress } from '../../exchange/address';
import type { Evidence } from '../../exchange/evidence';
import type { ClientName, HeaderList } from '../../exchange/exchange';
import { headerValues } from '../../exchange/header-fields';
import { isMask, isPlaceholder } from '../../exchange/masks';
import { findMember } from '../../exchange/members';
import { HostServices } from '../../exchange/host-services';
import type { Mapped } from '../../exchange/operation-map';
import { OperationMap } from '../../exchange/operation-map';
import type { RawExchange } from '../../exchange/raw-exchange';
import { credentialsIn } from '../../exchange/secret-redactor';
import { isSessionPath } from '../../contract/demanded-headers';
import type { HostCounter } from '../../judging/traffic-span';
import type { Target } from '../../targets/target';

/** The parts of an exchange that help to identify its client. Tokens are digests; all other values are unchanged. */
export interface ClientClues {
  /** The client id of a session request. */
  readonly id?: string;
  readonly token?: string;
  /** The client id in the claims of `token`. */
  readonly claimed?: string;
  /** The token is that of the dummy payer, which clients may share. */
  readonly shared?: true;
  /** The token that the answer grants. */
  readonly granted?: string;
  /** The client id in the claims of `granted`. */
  readonly grantedTo?: string;
  /** The value of X-HIP-ID or X-HIU-ID. On a callback, it identifies the client that receives the callback. */
  readonly bridge?: string;
  /** The digest of the client secret in a request. Only one client has the secret of its session requests. */
  readonly secret?: string;
  readonly source?: string;
  /** The correlation id of the payer cycle that the exchange belongs to. */
  readonly cycle?: string;
  /** The origin that received a callback; `undefined` for any other request. */
  readonly receiver?: string;
  /** The host of the request, in the form of `keyOfHost`; `undefined` for callbacks and for recorded evidence. */
  readonly host?: string;
  /** The client's name in an earlier recording. If set, no other clue counts. */
  readonly recorded?: ClientName;
}

type Raw = Omit<RawExchange, 'sender'>;

/** Cached details of a token, because clients send the same token many times. */
interface Known {
  readonly digest: string;
  readonly id: string | undefined;
}

const mostKnown = 5000;
/** Matches client ids: at most 256 characters, without control characters. */
const idForm = /^[^\p{Cc}]{1,256}$/u;
const claims = ['client_id', 'azp', 'clientId'];

/** Finds the clues about clients in raw exchanges. */
export class ClueReader {
  readonly #target: Pick<Target, 'readings' | 'encryption'>;
  readonly #known = new Map<string, Known>();

  constructor(target: Pick<Target, 'readings' | 'encryption'>) {
    this.#target = target;
  }

  read(raw: Raw, place: Mapped | undefined): ClientClues {
    const { request, source } = raw;
    const bridge = nonBlankValue(request.headers, 'X-HIP-ID', 'X-HIU-ID');
    const cycle = this.#cycleOf(raw, place);
    const common = {
      ...(bridge !== undefined && { bridge }),
      ...(cycle !== undefined && { cycle }),
    };
    if (place?.sender === 'service') return { ...common, receiver: originOf(request.url) };
    return {
      ...common,
      ...(source !== undefined && { source }),
      ...this.#secretOf(raw),
      ...this.#tokenOf(raw),
      ...this.#sessionOf(raw, place),
    };
  }

  #secretOf({ request, masked }: Raw): Pick<ClientClues, 'secret'> {
    const text = request.body?.toString('utf8') ?? '';
    const value = /client[-_]?secret/i.test(text) ? findMember(text, 'clientSecret') : undefined;
    if (typeof value !== 'string' || value === '' || isPlaceholder(value)) return {};
    return masked === true && isMask(value) ? {} : { secret: digestOf(value) };
  }

  #tokenOf({ request: { headers } }: Raw): Pick<ClientClues, 'token' | 'claimed' | 'shared'> {
    const own = nonBlankValue(headers, 'Authorization');
    const value = credentialsIn(own ?? nonBlankValue(headers, 'bearer_auth') ?? '');
    if (value === '' || /^Basic\s/i.test(value)) return {};
    const { digest: token, id: claimed } = this.#know(value);
    return {
      token,
      ...(claimed !== undefined && { claimed }),
      ...(own === undefined && { shared: true as const }),
    };
  }

  /** Returns the client id of a session request, and the token that its answer grants. */
  #sessionOf(
    { request, response, masked }: Raw,
    place: Mapped | undefined,
  ): Pick<ClientClues, 'id' | 'granted' | 'grantedTo'> {
    const isSession =
      place?.operation === 'session.create' ||
      (place !== undefined && isSessionPath(readAddress(request.url).pathname));
    if (!isSession) return {};
    const id = findMember(request.body?.toString('utf8'), 'clientId');
    const granted = findMember(response && textOfBody(response.body), 'accessToken');
    const isKnown = (value: unknown): boolean => masked !== true || !isMask(value);
    return { ...(isId(id) && isKnown(id) && { id }), ...(isKnown(granted) && this.#grantOf(granted)) };
  }

  #grantOf(token: unknown): Pick<ClientClues, 'granted' | 'grantedTo'> {
    if (typeof token !== 'string' || token === '') return {};
    const { digest: granted, id } = this.#know(token);
    return { granted, ...(id !== undefined && { grantedTo: id }) };
  }

  #cycleOf({ request: { headers, body } }: Raw, place: Mapped | undefined): string | undefined {
    if (body === undefined) return undefined;
    if (place?.service === 'dummyPayer') {
      const id = findMember(body.toString('utf8'), 'correlationId');
      return typeof id === 'string' && id !== '' ? id : undefined;
    }
    if (place?.service !== 'provider') return undefined;
    const { readings, encryption } = this.#target;
    const keys = encryption.providerKey === undefined ? [] : [encryption.providerKey.privateKey];
    return inspectPayerMessage({ headers, body }, readings, keys).correlationId;
  }

  #know(token: string): Known {
    const known = this.#known.get(token);
    if (known !== undefined) return known;
    const made = { digest: digestOf(token), id: idInClaims(token) };
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(token, made);
    return made;
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

function idInClaims(token: string): string | undefined {
  try {
    const payload: unknown = decodeJwt(token);
    return isObject(payload) ? claims.map((name) => payload[name]).find(isId) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the first value of these headers that is not blank, without surrounding blanks. */
function nonBlankValue(headers: HeaderList, ...names: readonly string[]): string | undefined {
  const values = names.flatMap((name) => headerValues(headers, name));
  return values.map((value) => value.trim()).find((value) => value !== '');
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && idForm.test(value);
}

function originOf(url: string): string {
  const { protocol, host } = readAddress(url);
  return `${protocol}//${host}`;
}

/** The clues of one item of traffic, which are collected before any judging. */
export interface FoundClues {
  readonly clues: ClientClues;
  /** Whether the item belongs to the contract by itself, so that other items can be attributed by its clues. */
  readonly counts: boolean;
  /** The exchange with its address and service; `undefined` if the item is not an exchange of the contract. */
  readonly placed?: Parameters<HostCounter['add']>[0];
  /** The service and the operation of a request of the contract; `undefined` for recorded evidence. */
  readonly place?: Mapped;
  /** The service that has the requested path, with any method. */
  readonly documented?: ServiceName;
}

/** Finds the clues in each exchange independently of other exchanges, so their order does not matter. */
export class ClueFinder {
  readonly #map: OperationMap;
  readonly #reader: ClueReader;

  constructor(target: Target) {
    this.#map = new OperationMap(target, new HostServices());
    this.#reader = new ClueReader(target);
  }

  inRaw(raw: Omit<RawExchange, 'sender'>): FoundClues {
    const { method, url } = raw.request;
    const place = this.#map.map(method, url);
    const clues = this.#reader.read(raw, place);
    if (place === undefined) return { clues, counts: false };
    const documented = this.#map.documentedServiceAt(url);
    const placed = { ...place, url };
    return { clues, counts: true, placed, place, ...(documented !== undefined && { documented }) };
  }

  inRecorded(evidence: Evidence): FoundClues {
    const { client } = evidence;
    const isSent = evidence.kind === undefined && evidence.failure?.kind !== 'unreachable';
    const placed = isSent && { placed: { ...evidence, url: evidence.request.url } };
    return client === undefined
      ? { clues: {}, counts: false, ...placed }
      : { clues: { recorded: client }, counts: true, ...placed };
  }
}
