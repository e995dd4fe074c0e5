import { home } from '../judge/home';
import { at } from '../judge/places';
import type { ExposureFact, TransferFact } from '../../contract/transfer-facts';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { Judge } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { onlyAfter } from '../judge/gate';
import { isEarnest, showTransfer, transferIn } from './transfer-answer';
import { anyTransfer } from './needs';

interface Kept {
  readonly exposed: (fact: TransferFact) => readonly ExposureFact[] | undefined;
  readonly expected: string;
  readonly what: string;
  readonly cause: string;
}

/** Judges what an HIP must never send: observed once a transfer was carried out, for only then there was something to send. */
function neverSent({ exposed, expected, what, cause }: Kept): Judge<AdapterAnswer> {
  return () => {
    const tally = new Tally();
    let tempted = false;
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer?.method !== 'transfer.encrypt') return;
        tempted ||= isEarnest(answer);
        const found = exposed(answer.fact) ?? [];
        if (found.length === 0 && answer.outcome !== 'result') return;
        const places = found.map(({ place, encoding }) => `${place} (${encoding})`).join(', ');
        const breach = {
          sent: showTransfer(answer),
          expected,
          seen: `${what} in ${places}`,
          cause,
          places: found.map(({ place }) => `request body${place}`),
        };
        tally.add(found.length === 0 ? kept : { breach }, answer.seq);
      },
      conclude: () => onlyAfter(tempted, tally.conclude()),
    };
  };
}

const writtenOut = 'the whole key pair is written out, or private and public key are mixed up';
const readable =
  'encryption is left out, or the bundle is kept beside the content for debugging; Base64 encrypts nothing';

/** Clause 6.2.2. */
export const privateKeyUnsent = home({
  id: 'HDT-14',
  clauses: ['6.2.2'],
  quote: 'The private key is kept only for this transfer session.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP private key is never sent',
  rule: 'Nothing that is sent contains the private key of the HIP.',
  causes: [writtenOut],
  on: ['adapter'],
  ...anyTransfer,
  tells: at('fact transfer/privateKeyIn', 'text ‹private-key', 'request body/keyMaterial'),
  challenge: ['an encryption'],
  judge: neverSent({
    exposed: ({ privateKeyIn }) => privateKeyIn,
    expected: 'the public key alone',
    what: 'the private key',
    cause: writtenOut,
  }),
});

/** Clause 2.4. */
export const bundleUnreadable = home({
  id: 'HDT-18',
  clauses: ['2.4'],
  quote: 'FHIR bundle | HIP to HIU transfer | always (scheme in 6.2)',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Bundles are sent only in encrypted form',
  rule: 'Nothing of the bundle can be read in what is transferred; every part of it is encrypted.',
  causes: [readable],
  on: ['adapter'],
  ...anyTransfer,
  tells: at('fact transfer/bundleIn', 'request body/content'),
  challenge: ['an encryption'],
  judge: neverSent({
    exposed: ({ bundleIn }) => bundleIn,
    expected: 'the bundle in the encrypted content alone',
    what: 'a part of the bundle',
    cause: readable,
  }),
});
