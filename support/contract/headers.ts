import { constants } from './constants';
import type { HeaderName } from './operation-rows';

/** A request header, as the document describes it (clauses 4.4, 5.2). */
interface HeaderRow {
  readonly clause: string;
  /** A description of the header's value. */
  readonly value: string;
  /** A description of the requests that need this header. */
  readonly required: string;
  /**
   * The source of a regular expression for the value. `undefined` if the document does not state a format.
   */
  readonly pattern?: string;
  readonly example?: string;
}

/**
 * Headers that only bridge-scoped messages carry. The document does not list these messages; the reading
 * `bridge-scoped` does.
 */
export type BridgeHeader = 'X-HIP-ID' | 'X-HIU-ID';

const bridge = {
  clause: '5.2',
  value: 'Facility or bridge role that the message targets; a facility registry id doubles as the HIP id.',
  required: 'Bridge-scoped requests and callbacks; the document does not list them.',
} as const;

const json = { clause: '5.2', value: 'application/json', example: 'application/json' } as const;

export const headers: Readonly<Record<HeaderName | BridgeHeader, HeaderRow>> = {
  Authorization: {
    clause: '5.2',
    value: 'Bearer and the access token of the session.',
    required: 'Every call except the session call.',
    pattern: '^Bearer .+$',
  },
  'REQUEST-ID': {
    clause: '5.2',
    value: 'UUID v4, lowercase, new for every request.',
    required: 'All v3 APIs.',
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    example: '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1',
  },
  TIMESTAMP: {
    clause: '5.2',
    value: 'ISO-8601 UTC with milliseconds; must be current. A stale one is rejected.',
    required: 'All v3 APIs.',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
    example: '2026-11-21T10:00:00.000Z',
  },
  'X-CM-ID': {
    clause: '5.2',
    value: 'sbx in sandbox; the production consent-manager suffix in production.',
    required: 'Operations whose clause lists it, such as the session call, and consent and data APIs.',
    example: constants.sandboxCmId,
  },
  'Content-Type': { ...json, required: 'Requests with a body.' },
  Accept: { ...json, clause: '4.4', required: 'Calls to the dummy payer.' },
  bearer_auth: {
    clause: '4.4, 5.1.8',
    value: 'An authorization token. How it is obtained is not shown.',
    required: 'Calls to the dummy payer.',
  },
  'X-HIP-ID': bridge,
  'X-HIU-ID': bridge,
};

/** The format of REQUEST-ID: a version 4 UUID in lower case (clause 5.2, RFC 9562). */
export const requestIdPattern = new RegExp(headers['REQUEST-ID'].pattern ?? '');

/**
 * The format of TIMESTAMP (clause 5.2). The pattern also matches impossible dates such as 30 February, which
 * a separate check reports.
 */
export const timestampPattern = new RegExp(headers.TIMESTAMP.pattern ?? '');
