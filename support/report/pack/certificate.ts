import type { Subject } from '../../contract/words';
import type { Results } from '../../judging/results';
import type { Product } from '../../targets/target';
import { caveatsOf } from '../model/caveats';
import { profileOrigin } from '../model/field-profile-notes';
import { overallVerdictText } from '../wording';

/** What a certificate is asked for. */
export interface CertificateDemand {
  /** Absent: each that was under test. */
  readonly subject?: Subject;
  readonly product?: Pick<Product, 'name' | 'version'>;
  /** Days since the run ended. */
  readonly maxAgeDays?: number;
}

const dayMs = 86_400_000;
/** How far the clocks of who certifies and who accepts may be apart. */
const mostAhead = 5 / (24 * 60);
const daysSince = (time: string, now: Date): number => (now.getTime() - Date.parse(time)) / dayMs;

/** Why a sound pack is not a certificate of what is asked for, a sentence each; none: it is one. */
export function whyNoCertificate(
  { run }: Pick<Results, 'run'>,
  { subject, product, maxAgeDays = Infinity }: CertificateDemand,
  now: Date,
): string[] {
  const subjects = subject === undefined ? run.subjects : [subject];
  const days = daysSince(run.finishedAt, now);
  return [
    ...caveatsOf({ run }, subjects),
    ...subjects.flatMap((each) => {
      const found = run.overall[each];
      if (found?.verdict === 'conforms') return [];
      return [`${each}: ${found === undefined ? 'not judged' : overallVerdictText(found)}, and must conform`];
    }),
    ...(days > maxAgeDays
      ? [`the run ended ${days.toFixed(1)} days ago, and may be ${maxAgeDays} days old`]
      : []),
    ...(days < -mostAhead ? [`the run ended at ${run.finishedAt}, which is in the future here`] : []),
    ...productOdds(run.product, product),
  ];
}

function productOdds(found: Product | null, wanted: CertificateDemand['product']): string[] {
  if (wanted === undefined || (found?.name === wanted.name && found.version === wanted.version)) return [];
  const told = found === null ? 'names no product' : `is of ${found.name} ${found.version}`;
  return [`the run ${told}, and not of ${wanted.name} ${wanted.version}`];
}

/** As in `claims-exchange-2026-09 of 2026-09-30, which comes with the suite`; the key of a signed profile is in it. */
function profileFact(profile: Results['run']['fieldProfile']): string {
  if (profile === undefined) return 'none';
  const voided = profile.holds ? '' : ': the target overrides it, and its name is void';
  return `${profile.name} ${profileOrigin(profile)}${voided}`;
}

/** What a certificate rests on besides its recording, for those who accept it. */
export function certificateFacts(
  { run, obligations, readings }: Results,
  now: Date,
): (readonly [name: string, value: string])[] {
  const ids = (each: readonly string[]): string => (each.length === 0 ? 'none' : each.join(', '));
  const declared = obligations.filter(({ verdict }) => verdict === 'declared');
  const exceptions = (run.waivers ?? []).filter(({ state }) => state === 'used');
  const deployed = obligations.flatMap(({ id, asDeployed }) =>
    asDeployed === undefined ? [] : [`${id} by ${asDeployed.profile}`],
  );
  const chosen = readings.filter(({ source }) => source !== 'default');
  return [
    ['age', `${Math.max(0, Math.floor(daysSince(run.finishedAt, now)))} days`],
    ['nonce', run.nonce ?? 'none'],
    ['exceptions', ids(exceptions.map(({ obligation, expires }) => `${obligation} until ${expires}`))],
    ['as deployed', ids(deployed)],
    ['field profile', profileFact(run.fieldProfile)],
    ['declared', ids(declared.map(({ id }) => id))],
    ['readings', ids(chosen.map(({ id, chosen: value }) => `${id} ${JSON.stringify(value)}`))],
  ];
}
