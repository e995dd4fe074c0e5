import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Charset, FieldFact } from '../contract/field-facts';
import type { CallbackTokenFact, CycleFact, PayerFact } from '../contract/payer-facts';
import type { TransferFact, TransferLeakFact } from '../contract/transfer';
import type { PublicKeyFact } from './public-key';

export type { FieldFact, PaddingFact } from '../contract/field-facts';
export type { PublicKeyFact } from './public-key';

/** Facts about a token. The token itself is not recorded. Times are in epoch seconds. */
export interface TokenFact {
  /** Replaces the token. Equal tokens have equal pseudonyms throughout a recording. */
  readonly pseudonym: string;
  /** Whether the token is a JSON Web Token (RFC 7519): signed, encrypted, or unsecured (`alg` is `none`). */
  readonly jwt: boolean;
  /** The reason why the token is not a JSON Web Token. */
  readonly flaw?: string;
  readonly algorithm?: string;
  readonly issuedAt?: number;
  readonly expiresAt?: number;
  /** Set if the token is a JWE: its claims cannot be read without the key. */
  readonly encrypted?: true;
}

/** A planted value found in a place that must not contain it. */
export interface LeakFact {
  /** The id of the planted value, such as `national-id-1`. */
  readonly planted: string;
  /** The place that contains the value, such as `url`, `header user-agent` or `body /remarks`. */
  readonly place: string;
  /** The encoding of the value in that place, such as `raw`, `base64`, `base64url`, `hex` or `url-encoded`. */
  readonly encoding: string;
}

/** The outcome of an adapter call that returns evidence. */
export interface AdapterFact {
  readonly outcome: 'result' | 'refused' | 'not-offered';
  /** The error code, if the adapter refused the call. */
  readonly code?: number;
  /** Length of the value or bundle that the adapter had to encrypt or decrypt, in bytes of UTF-8. */
  readonly valueBytes: number;
  /** The smallest character set that contains all characters of the value that the adapter had to encrypt. */
  readonly charset?: Charset;
}

/**
 * Facts that any kind of evidence can have. They are computed while recording, from data that is not recorded, so that
 * rules do not need keys.
 */
interface CommonFacts {
  /** Fields that carry, or should carry, an encrypted value. */
  readonly fields?: readonly FieldFact[];
  /** Planted values in places that must not contain them. */
  readonly leaks?: readonly LeakFact[];
}

/** Facts about a line of a log. */
export interface LogFacts extends CommonFacts {
  /** Secrets of transfers that the HIP wrote to the log. */
  readonly transferLeaks?: readonly TransferLeakFact[];
}

/** A trigger of the dummy payer that the suite asked the client for (clause 4.4). */
export interface AskedTrigger {
  readonly action: 'Approve' | 'Reject' | 'Query';
  readonly method: 'Preauth' | 'Claim';
  readonly correlationId: string;
}

/** Facts about an answer of the adapter. */
export interface AnswerFacts extends CommonFacts {
  readonly adapter?: AdapterFact;
  /** The outcome of the call according to the adapter: an error, or a result that reports success or failure. */
  readonly reported?: 'success' | 'failure' | 'error';
  /** The state of a payer cycle, as the adapter reported it in answer to `cycle.get`. */
  readonly cycle?: CycleFact;
  /** The trigger that the suite asked for with `dummyPayer.trigger`. */
  readonly trigger?: AskedTrigger;
  /** Facts about the answer to a `transfer.*` call. */
  readonly transfer?: TransferFact;
}

/** Facts about a TLS connection. */
export interface TlsFact {
  readonly protocol: string;
  /** The expiry date of the certificate, as Node writes it; `undefined` if the service sent no certificate. */
  readonly validTo?: string;
  /** Whether the certificate chains to a trusted authority and names the host. */
  readonly authorized: boolean;
  /** The issuer of the certificate; `undefined` if the service sent no certificate. */
  readonly authority?: string;
  /** Descriptions of the trusted authorities that do not come with Node; `undefined` if only those were trusted. */
  readonly addedRoots?: readonly string[];
}

/**
 * The statement of an answer about encryption. `decryption`: a value could not be decrypted, in the words of clause 7
 * or in the words that the target names. `invalid value`: an encrypted value is invalid. `something`: any other
 * statement about encryption.
 */
export type RejectionKind = 'decryption' | 'invalid value' | 'something';

/** Facts about an exchange. */
export interface ExchangeFacts extends CommonFacts {
  readonly scheme: 'http' | 'https';
  readonly loopback: boolean;
  /** Set if the request arrived unencrypted at a TLS port of the suite and was answered there. */
  readonly inClear?: true;
  /** The TLS version that a client used at a port of the suite, as Node names it. */
  readonly tlsVersion?: string;
  /** The TLS connection, as it was after the handshake. */
  readonly tls?: TlsFact;
  /** Facts about the tokens by their place, such as `request:authorization` or `response:/accessToken`. */
  readonly tokens?: Readonly<Record<string, TokenFact>>;
  readonly publicKey?: PublicKeyFact;
  /** Facts about a message between provider and payer. */
  readonly payer?: PayerFact;
  /** The result of verifying a callback's JWT. */
  readonly callbackToken?: CallbackTokenFact;
  /** The statement of the answer about encryption; `undefined` if none was found. */
  readonly rejects?: RejectionKind;
  /** The places in the request that contained a client secret, such as `url`, `header x-note` or `body`. */
  readonly secretIn?: readonly string[];
  /** A pseudonym of the request body. Set if different bodies could have the same recorded text. */
  readonly content?: string;
  /** A pseudonym of the sender's address; `undefined` if the traffic does not contain the address. */
  readonly source?: string;
  /**
   * Set if a POST to an undocumented path asks for a session: its body contains the credentials of the client. The
   * request goes to the gateway, to the registry, or to a service that only the path suggests, because that one may be
   * the registry. The document does not show the path of the registry's own session (clause 5.1.5).
   */
  readonly requestsSession?: true;
  /** The server's Date header minus this machine's clock, in milliseconds; accurate to one second. */
  readonly clockSkewMs?: number;
}

/** The flaw of an empty token. */
export const emptyToken = 'an empty text';

/** Reads a token as RFC 7519 defines it, without verifying its signature. */
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

/** Requires a finite number, because `JSON.parse` reads a claim such as `1e400` as Infinity. */
const isSeconds = (claim: unknown): claim is number => typeof claim === 'number' && Number.isFinite(claim);
