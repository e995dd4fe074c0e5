import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Charset, FieldFact } from '../contract/field-facts';
import type { CallbackTokenFact, CycleFact, PayerFact } from '../contract/payer-facts';
import type { TransferFact, TransferLeakFact } from '../contract/transfer';
import type { PublicKeyFact } from './public-key';

export type { FieldFact, PaddingFact } from '../contract/field-facts';
export type { PublicKeyFact } from './public-key';

/** What is known of a token without keeping it. Times in epoch seconds. */
export interface TokenFact {
  /** Stands in for the token: the same token has the same pseudonym throughout a recording. */
  readonly pseudonym: string;
  /** Whether it is a JSON Web Token (RFC 7519), signed or encrypted. */
  readonly jwt: boolean;
  /** Why it is none. */
  readonly flaw?: string;
  readonly algorithm?: string;
  readonly issuedAt?: number;
  readonly expiresAt?: number;
  /** A JWE: its claims cannot be read from outside. */
  readonly encrypted?: true;
}

/** A planted value that stands where it must not. */
export interface LeakFact {
  /** Id of the planted value, as in `national-id-1`. */
  readonly planted: string;
  /** `url`, `header user-agent`, `body /remarks`. */
  readonly place: string;
  /** `raw`, `base64`, `base64url`, `hex`, `url-encoded`. */
  readonly encoding: string;
}

/** How the adapter answered a call whose result is evidence. */
export interface AdapterFact {
  readonly outcome: 'result' | 'refused' | 'not-offered';
  /** Of an error. */
  readonly code?: number;
  /** Length of the value or bundle that was to be encrypted or decrypted, in bytes of UTF-8. */
  readonly valueBytes: number;
  /** The smallest character set that holds the letters of a value that was to be encrypted. */
  readonly charset?: Charset;
}

/** What any evidence may show; computed while recording, from what is not kept, so that rules need no keys. */
interface CommonFacts {
  /** Fields that carry, or should carry, an encrypted value. */
  readonly fields?: readonly FieldFact[];
  /** Planted values, wherever they must not stand. */
  readonly leaks?: readonly LeakFact[];
}

/** Of what stood in a log. */
export interface LogFacts extends CommonFacts {
  /** Secrets of the HIP's transfers. */
  readonly transferLeaks?: readonly TransferLeakFact[];
}

/** Of what an adapter answered. */
export interface AnswerFacts extends CommonFacts {
  readonly adapter?: AdapterFact;
  /** How the call went, by what the adapter says: an error, or a result that may tell of a failure. */
  readonly reported?: 'success' | 'failure' | 'error';
  /** What `cycle.get` said. */
  readonly cycle?: CycleFact;
  /** What an answer to `transfer.*` turned out to be. */
  readonly transfer?: TransferFact;
}

/** What is known of a connection over TLS. */
export interface TlsFact {
  readonly protocol: string;
  /** When the certificate expires, as Node writes it; `undefined` if the service sent no certificate. */
  readonly validTo?: string;
  /** Whether the certificate led to a trusted authority, and names the host. */
  readonly authorized: boolean;
  /** Who issued the certificate; `undefined` if the service sent no certificate. */
  readonly authority?: string;
  /** What was trusted besides the authorities that come with Node; `undefined` if nothing. */
  readonly addedRoots?: readonly string[];
}

/**
 * What an answer says of encryption: that it could not decrypt, in the words of clause 7 or in those that the target
 * names; that an encrypted value is invalid; or something else.
 */
export type RejectionKind = 'decryption' | 'invalid value' | 'something';

/** Of an exchange. */
export interface ExchangeFacts extends CommonFacts {
  readonly scheme: 'http' | 'https';
  readonly loopback: boolean;
  /** It came in clear to a port of the suite's that speaks TLS, and was answered there. */
  readonly inClear?: true;
  /** The version of TLS that a client spoke to a port of the suite's, as Node names it. */
  readonly tlsVersion?: string;
  /** The connection, once its handshake had verified. */
  readonly tls?: TlsFact;
  /** By place: `request:authorization`, `response:/accessToken`. */
  readonly tokens?: Readonly<Record<string, TokenFact>>;
  readonly publicKey?: PublicKeyFact;
  /** What a message between provider and payer turned out to be. */
  readonly payer?: PayerFact;
  /** Of a callback: what became of its JWT. */
  readonly callbackToken?: CallbackTokenFact;
  /** What the answer says of encryption; absent where it says nothing. */
  readonly rejects?: RejectionKind;
  /** Where in the request the client secret stood: `url`, `header x-note`, `body`. */
  readonly secretIn?: readonly string[];
  /** Stands in for the body of the request, where its text tells less than what arrived. */
  readonly content?: string;
  /** Stands in for the address from which the request came, where traffic tells it. */
  readonly source?: string;
  /** The server's Date header minus this machine's clock, in milliseconds; good to a second. */
  readonly clockSkewMs?: number;
}

/** The flaw of an empty token. */
export const emptyToken = 'an empty text';

/** Reads a token as RFC 7519 defines it, without judging who signed it. */
export function readToken(token: string, pseudonym: string): TokenFact {
  const none = (flaw: string): TokenFact => ({ pseudonym, jwt: false, flaw });
  if (token === '') return none(emptyToken);
  const parts = token.split('.');
  const encrypted = parts.length === 5;
  if (!encrypted && parts.length !== 3) return none(`${parts.length} dot-separated parts, not 3`);
  try {
    const { alg: algorithm } = decodeProtectedHeader(token);
    if (typeof algorithm !== 'string') return none('its header names no alg');
    if (encrypted) return { pseudonym, jwt: true, algorithm, encrypted };
    if (parts[2] === '' && algorithm !== 'none') return none(`alg ${algorithm}, but no signature`);
    const { iat, exp } = decodeJwt(token);
    return {
      pseudonym,
      jwt: true,
      algorithm,
      ...(isSeconds(iat) && { issuedAt: iat }),
      ...(isSeconds(exp) && { expiresAt: exp }),
    };
  } catch {
    return none(
      encrypted
        ? 'its header is not a base64url JSON object'
        : 'its header or claims are not base64url JSON objects',
    );
  }
}

/** JSON knows no Infinity, and may tell one: `1e400`. */
const isSeconds = (claim: unknown): claim is number => typeof claim === 'number' && Number.isFinite(claim);
