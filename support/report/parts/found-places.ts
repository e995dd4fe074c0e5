import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import type { PlaceName as Place } from '../../judging/verdict';
import type { LineDraft } from './body-lines';

/**
 * A secret has the form of its kind under its own name alone. Elsewhere it was found before it was hidden, and facts tell
 * where: all of a body where no line of it shows the kind.
 */
export function foundFor({ at }: Place, evidence: Evidence, lines: readonly LineDraft[]): Place[] {
  const [, kind] = /^text ‹(.+)$/.exec(at) ?? [];
  if (kind === undefined) return [];
  const leaked = (evidence.facts.leaks ?? []).filter(({ planted }) => planted.replace(/-\d+$/, '') === kind);
  const places = [
    ...(kind === 'client-secret' && evidence.kind === undefined ? (evidence.facts.secretIn ?? []) : []),
    ...leaked.map(({ place }) => place),
    ...(kind === 'private-key' && evidence.kind === 'adapter answer' ? exposedIn(evidence) : []),
  ];
  const isShown = lines.some(({ ofBody, text }) => ofBody === true && text.includes(`‹${kind}`));
  const inRequest = (place: string): string[] =>
    place === 'body' && isShown ? [] : [place === 'url' ? 'request line' : `request ${place}`];
  return places.flatMap(inRequest).map((found) => ({ at: found, needed: false }));
}

const exposedIn = ({ facts }: AdapterAnswer): string[] =>
  (facts.transfer?.privateKeyIn ?? []).map(({ place }) => `body${place}`);
