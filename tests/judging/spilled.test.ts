import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { defaultReadings } from '../../support/contract/readings';
import type { Evidence } from '../../support/exchange/evidence';
import { JudgingLoop } from '../../support/judging/loop';
import type { Conclusion, Spill } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { exchange } from '../obligations/exchanges';
import { encryptedTransfer, openedTransfer } from '../obligations/integrator/transfers';
import { Kept, spilling } from '../obligations/judge/spilling';
import { ciphertextOf, uuidOf } from '../obligations/integrator/exchanges';
import { hold } from '../hold';

const telling = ['HDR-05', 'ENC-08', 'HDT-03', 'HDT-04', 'HDT-20'];
const judges = contractObligations.judged.filter(({ id }) => telling.includes(id));

const few = fc.integer({ min: 1, max: 12 });
const bodies = fc.constantFrom('one', 'other');
const statuses = fc.constantFrom(200, 200, 401, 503, undefined);
const headersOf = (id: number) =>
  [
    ['REQUEST-ID', uuidOf(id)],
    ['TIMESTAMP', '2026-11-21T10:00:00.000Z'],
  ] as const;

/** A v3 request; an id, a body and a time may have been there before. */
const v3 = fc.record({ id: few, body: bodies, status: statuses }).map(({ id, body, status }) =>
  exchange({
    sender: 'integrator',
    service: 'identity',
    url: 'https://identity.example/identity/api/v3/enrolment/fields',
    requestHeaders: headersOf(id),
    sent: { body },
    ...(status === undefined ? { failure: 'reset' } : { status }),
  }),
);

/** A field of few values; its ciphertext may have been there before. */
const field = fc
  .record({ sent: few, value: fc.constantFrom('otp-1', 'otp-2'), status: statuses })
  .map(({ sent, value, status }) =>
    exchange({
      sender: 'integrator',
      service: 'registry',
      operation: 'otp.verify',
      url: 'https://registry.example/v4/v2/registration/national-id/verifyOTP',
      sent: { otp: ciphertextOf(sent).toString('base64'), txnId: 'txn' },
      ...(status === undefined ? { failure: 'reset' } : { status }),
      facts: {
        scheme: 'https',
        loopback: false,
        fields: [
          {
            pointer: '/otp',
            wanted: 'encrypted',
            form: 'base64',
            bytes: 256,
            plaintext: { bytes: 6, equals: value, contains: [] },
          },
        ],
      },
    }),
  );

const transfer = fc
  .record({ key: few, nonce: few, isOpened: fc.boolean() })
  .map(({ key, nonce, isOpened }) => {
    const digest = (number: number) => number.toString(16).padStart(8, '0').padEnd(64, '0');
    const material = { keyDigest: digest(key), nonceDigest: digest(1000 + nonce) };
    return (isOpened ? openedTransfer : encryptedTransfer)({ material })(1_000_000, 1);
  });

function conclusionsOf(evidence: readonly Evidence[], spill?: Spill): [string, Conclusion][] {
  const loop = new JudgingLoop(judges, { readings: defaultReadings, ...(spill && { spill }) });
  for (const each of evidence) loop.observe(each);
  return [...loop.conclude()];
}

it('Uniqueness is judged alike in memory and beyond: verdicts, breaches, their order and texts', async () => {
  const breached = new Set<string>();
  const evidence = fc.array(fc.oneof(v3, field, transfer), { minLength: 20, maxLength: 80, size: 'max' });
  await hold(
    fc.property(evidence, fc.integer({ min: 1, max: 5 }), (drafts, bound) => {
      const all = drafts.map((draft, index) => ({ ...draft, seq: index + 1 }));
      const store = new Kept();
      const beyond = conclusionsOf(all, spilling(bound, store));
      assert.deepEqual(beyond, conclusionsOf(all));
      if (store.size === 0) return;
      for (const [id, { breachCount }] of beyond) if (breachCount > 0) breached.add(id);
    }),
    40,
  );
  // Without breaches that were found beyond the memory, it would show nothing.
  assert.deepEqual([...breached].sort(), [...telling].sort());
});
