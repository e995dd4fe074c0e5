import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { toPlainText } from '../../support/exchange/text';
import { describeSlip, memberTwice } from '../../support/obligations/judge/body-slips';
import { auditContent } from '../cli/auditing';
import { readResults } from '../report/embedded-run';
import { trafficFormats } from './forms';
import { exchangesOfRun } from './forms/run';

interface Slip {
  /** Writes a JSON or PEM text in a wrong way. */
  readonly rewrite: (text: string) => Buffer | string;
  /** The cause that the judge of the JSON body names. `undefined`: the slip is only possible in PEM. */
  readonly cause?: string;
  /** The cause that the judges of the certificates name. `undefined`: the slip is only possible in JSON. */
  readonly ofPem?: string;
}

const slips: Readonly<Record<string, Slip>> = {
  'a byte order mark': {
    rewrite: (text) => `\ufeff${text}`,
    cause: describeSlip('byte order mark').cause,
    ofPem: 'a byte order mark precedes the PEM text: a file or encoder writes "UTF-8 with BOM"',
  },
  'UTF-16': {
    rewrite: (text) => Buffer.from(text, 'utf16le'),
    cause: describeSlip('UTF-16').cause,
    ofPem: 'the PEM text is encoded in UTF-16',
  },
  'JSON in a JSON string': {
    rewrite: (json) => JSON.stringify(json),
    cause: describeSlip('JSON in a JSON text').cause,
  },
  'a form': {
    rewrite: (json) => new URLSearchParams(JSON.parse(json) as Record<string, string>).toString(),
    cause: describeSlip('form').cause,
  },
  'a member twice': {
    rewrite: (json) => json.replace(/"(?:clientId|txnId|accessToken)":"[^"]*"/, '$&,$&'),
    cause: memberTwice,
  },
  'no line ends': {
    rewrite: (text) => (text.startsWith('-----BEGIN') ? text.replaceAll('\n', '') : text),
    ofPem: 'the line ends of the PEM text are left out, or are replaced by blanks',
  },
};

type Change = (exchange: WireRecord) => WireRecord;

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const isPem = (body: Buffer): boolean => body.includes('-----BEGIN');

/** Replaces the certificate in an answer, which is not a key, by one that conforms. */
function withRealKey(exchange: WireRecord): WireRecord {
  const { response } = exchange;
  if (response === undefined || !isPem(response.body)) return exchange;
  return { ...exchange, response: { ...response, body: Buffer.from(publicKey) } };
}

const isJson = (body: Buffer | undefined): boolean => body?.[0] === 0x7b;

/** Rewrites the JSON bodies of the requests for a session and for the verification of an OTP. */
function inRequests(rewrite: Slip['rewrite']): Change {
  return (exchange) => {
    const { request } = exchange;
    if (!isJson(request.body) || !/sessions$|verifyOTP$/.test(request.url)) return exchange;
    return { ...exchange, request: { ...request, body: Buffer.from(rewrite(String(request.body))) } };
  };
}

/** Rewrites the bodies of the answers: JSON and, if `ofPem` is set, PEM. */
function inAnswers(rewrite: Slip['rewrite'], ofPem: boolean): Change {
  return (exchange) => {
    const { response } = exchange;
    if (response === undefined || !(isJson(response.body) || (ofPem && isPem(response.body))))
      return exchange;
    return { ...exchange, response: { ...response, body: Buffer.from(rewrite(String(response.body))) } };
  };
}

/** The formats that contain no bodies, so that they cannot show how a body was written. */
const withoutBodies = ['playwright-omit.har', 'playwright-attach.har'];

type Verdicts = Readonly<Record<string, string>>;

/**
 * Audits the traffic of a right client and right services after a change. Maps the id of each obligation to its
 * verdict and, if it failed, the cause.
 */
async function verdictsOn(t: TestContext, name: string, change: Change): Promise<Verdicts> {
  const write = trafficFormats[name]?.write ?? assert.fail(`no format is called ${name}`);
  const content = write(exchangesOfRun([]).map(withRealKey).map(change));
  const { folder } = await auditContent(t, content, [], name);
  return Object.fromEntries(
    readResults(folder).obligations.map(({ id, verdict, breaches = [] }) => [
      id,
      verdict === 'failed' ? `failed: ${toPlainText(breaches[0]?.cause.text ?? '')}` : verdict,
    ]),
  );
}

for (const name of Object.keys(trafficFormats)) {
  const isShown = !withoutBodies.includes(name);
  describe(`a body that is written in a wrong way, ${isShown ? 'in' : 'which is not shown in'} ${name}`, () => {
    let right: Promise<Verdicts> | undefined;
    it('is missing from right traffic', async (t) => {
      right = verdictsOn(t, name, (exchange) => exchange);
      assert.deepEqual(
        Object.values(await right).filter((verdict) => verdict.startsWith('failed')),
        [],
      );
    });
    for (const [what, { rewrite, cause, ofPem }] of Object.entries(slips))
      it(`${what} fails what demands that body, and hides nothing`, async (t) => {
        const change = (exchange: WireRecord) =>
          inRequests(rewrite)(inAnswers(rewrite, ofPem !== undefined)(exchange));
        const failed = {
          ...(cause !== undefined && { 'SES-02': cause, 'OTP-01': cause, 'SES-05': cause }),
          ...(ofPem !== undefined && { 'CRT-01': ofPem, 'CRT-02': ofPem }),
        };
        const wanted = Object.entries(failed).map(([id, text]) => [id, `failed: ${text}`] as const);
        assert.deepEqual(await verdictsOn(t, name, change), {
          ...(await right),
          ...(isShown && Object.fromEntries(wanted)),
        });
      });
  });
}
