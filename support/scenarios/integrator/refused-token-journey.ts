import { whyImpossible } from '../../adapter/acts';
import { NotApplicableError, NotTestedError } from '../../contract/outcome';
import { tokenRefused } from '../../mock/stimuli';
import { wasMadeToFail } from '../../obligations/judge/requests';
import type { Run } from '../../run/run';
import type { AdapterSession } from './adapter-session';
import type { Drive } from './drivers';
import { encryptedFor, encryptingDrive, tokenDrive } from './drivers';
import { sessionDrive, underStimulus } from './stimulus-journeys';

/** One 401 to a token in its time. A client that does nothing by itself is asked once more. */
export function refusedTokenJourney(run: Run): Promise<void> {
  return underStimulus(
    run,
    { name: 'token-refused', title: 'A token that is refused before its end', calls: 6 },
    async (adapter, play) => {
      const drives = tokenDrives(run, adapter);
      await sessionDrive(run, adapter)();
      if (!wasPlayed(run)) play(tokenRefused);
      for (const drive of drives) {
        const outcome = await drive();
        if (outcome.kind !== 'result') await drive();
        // A client that leaves the token out of one request may send it in another.
        if (wasPlayed(run)) break;
      }
    },
  );
}

/** Whether it was, if only before the run went on from another. */
function wasPlayed({ evidence: { recording } }: Run): boolean {
  const { name } = tokenRefused;
  return recording.evidence.some(
    (each) => each.kind === undefined && each.stimulus === name && wasMadeToFail(each),
  );
}

/** Calls that make the client send its token, a v3 request first: of a retry of that, more is judged. */
function tokenDrives(run: Run, adapter: AdapterSession): Drive[] {
  const offers = adapter.offers.bind(adapter);
  const isV3 = run.target.roles.includes('identity') && offers('certificate.fetch');
  const first = tokenDrive(run, adapter);
  if (first === undefined) {
    const why = whyImpossible('carriesToken', adapter.about);
    throw why === undefined
      ? new NotTestedError('this run asks for no request with an access token')
      : new NotApplicableError(why);
  }
  return [
    ...(isV3 ? [() => adapter.act('certificate.fetch', { service: 'identity' })] : []),
    first,
    ...encryptedFor(run, offers).map((_each, place) => encryptingDrive(run, adapter, place).drive),
  ];
}
