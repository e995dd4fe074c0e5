import type { Text } from '../../exchange/text';
import { whyUnkept } from '../../exchange/withheld';
import { encryptedFor } from '../fields/services';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { mayRejectEncryption } from '../field-encryption/rejections';
import { Tally, inFacets, kept } from '../judge/judge';
import { ciphertextsIn } from '../fields/fields';
import { onlyIf } from '../judge/gate';
import type { KeyService } from '../judge/requests';
import { certificateOf, clientOf, isRequest, wasMadeToFail } from '../judge/requests';
import { SharedFetches, againCauses, fetchedAgain } from './shared-fetches';
import { anyCiphertext } from '../fields/needs';
import { isAccepted } from '../../exchange/exchange';

const fewestEncryptions = 3;

/** What a process of the client knows of a service's certificate. */
interface Cached {
  /** The fetch that last brought it. */
  seq: number;
  doubted: boolean;
  /** How many values it has served. */
  uses: number;
  /** The client has none of its own accord: an adapter may fetch past what the client keeps. */
  readonly onlyAsked: boolean;
}

/** Clause 6.3.1: fetched once, cached per service. */
export const certificateCached = home({
  id: 'CRT-07',
  clauses: ['6.3.1'],
  quote: 'Fetch the certificate (4.2) once with the gateway token, cache it per service',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'One certificate fetch serves many values',
  rule:
    'For each service the certificate is fetched once and then cached, not fetched for every value. This ' +
    'is judged over at least three encryptions. Further fetches are excused when they were asked for, ' +
    'come after a rejection or a failed fetch, are made by a new process, or are the first of the ' +
    "client's own after one that was asked for.",
  causes: againCauses,
  on: ['wire', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedFor,
  ...anyCiphertext,
  tells: at('request line', 'fact fields'),
  judge: (context) => {
    const tally = new Tally();
    const shared = new SharedFetches(context.processes ?? 1);
    const cache = new Map<string, Cached>();
    let encryptions = 0;
    let unkept: Text | undefined;
    return {
      observe(sent) {
        const fetched = sent.kind === undefined && isRequest(sent) ? certificateOf(sent) : undefined;
        const key = `${clientOf(sent)} ${fetched ?? sent.service ?? ''}`;
        const cached = cache.get(key);
        const ciphertexts = ciphertextsIn(sent);
        encryptions += ciphertexts.length;
        if (ciphertexts.length > 0 && cached !== undefined) {
          tally.add(inFacets(kept, sent.service), sent.seq);
          cached.uses += ciphertexts.length;
        }
        if (sent.kind !== undefined) return;
        const isShared = clientOf(sent) === '';
        if (isShared) shared.observe(sent, ciphertexts.length, mayRejectEncryption(sent));
        // Values may have stood there; told once.
        if (sent.request.body?.absent === true) unkept ??= whyUnkept(sent);
        // A careful client lets go of all that it has: which key was wrong, a rejection does not say.
        if (mayRejectEncryption(sent) || wasMadeToFail(sent))
          for (const [each, kept] of cache) if (each.startsWith(`${clientOf(sent)} `)) kept.doubted = true;
        if (fetched === undefined) return;
        if (cached !== undefined && !isShared && !isExcused(sent, fetched, cached))
          tally.add(inFacets({ breach: fetchedAgain(sent, cached) }, fetched), sent.seq, cached.seq);
        const onlyAsked =
          isAsked(sent, fetched) && (cached === undefined || cached.doubted || cached.onlyAsked);
        if (isAccepted(sent)) cache.set(key, { seq: sent.seq, doubted: false, uses: 0, onlyAsked });
        else if (cached !== undefined) cached.doubted = true;
      },
      conclude() {
        if (unkept !== undefined) tally.add({ unjudged: unkept });
        return onlyIf(encryptions >= fewestEncryptions, tally.concludeWith(shared.findings()));
      },
    };
  },
});

function isExcused(sent: Exchange, fetched: KeyService, { doubted, onlyAsked, uses }: Cached): boolean {
  return doubted || (onlyAsked && uses === 0) || isAsked(sent, fetched);
}

function isAsked({ call }: Exchange, fetched: KeyService): boolean {
  return call?.method === 'certificate.fetch' && (call.service ?? fetched) === fetched;
}
