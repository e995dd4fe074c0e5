import { formatCount } from '../../contract/format-count';
import { basisTarget, circumstancesOf } from '../../judging/basis';
import type { NarrowingEffect, NarrowingSetting } from '../../judging/settings-that-narrow';
import { settingsThatNarrow } from '../../judging/settings-that-narrow';
import { contractObligations } from '../../obligations';
import type { Run } from '../../run/run';
import type { DoctorLine } from './line';
import { goodLine, warningLine } from './line';

/** The name of the line that reports that no setting leaves anything out. */
export const nothingLeftOut = 'left out';

/**
 * Returns a line for each setting of the target file that keeps a run from showing obligations: the obligations, the
 * consequence and the remedy. If no setting prevents a certificate, returns one line to that effect.
 */
export function narrowingLines({ plan, target, evidence: { offer } }: Run): DoctorLine[] {
  const about = { ...circumstancesOf(basisTarget(target)), ...(offer && { offer }) };
  const found = settingsThatNarrow(about, plan.subjects);
  const lines = found.map(lineOf);
  if (found.some(({ effect }) => effect === 'left-out' || effect === 'missing')) return lines;
  return [
    ...lines,
    goodLine(nothingLeftOut, 'nothing: no setting of the target file keeps a run from a certificate'),
  ];
}

function lineOf(found: NarrowingSetting): DoctorLine {
  const { setting, value, effect, remedy } = found;
  const first = `${value}: ${consequenceOf(found)}: ${remedy}`;
  const isFine = effect === 'unset' || setting === 'integrator.roles';
  return (isFine ? goodLine : warningLine)(setting, [first, ...obligationsIn(found)].join('\n'));
}

const consequences: Readonly<Record<NarrowingEffect, (found: NarrowingSetting) => string>> = {
  'left-out': (found) => `a run leaves out ${amountOf(found)}, so the verdict is no-failure at best`,
  missing: (found) =>
    `a run cannot test ${amountOf(found)}${found.ids.some(isMust) ? ', and ends incomplete' : ''}`,
  unset: (found) => `a run does not show ${amountOf(found)}. It may stay so; otherwise`,
  'not-concerned': (found) => `${amountOf(found)} not judged, which changes no verdict`,
};

const consequenceOf = (found: NarrowingSetting): string => consequences[found.effect](found);

const isMust = (id: string): boolean => contractObligations.find(id)?.level === 'must';

/** Returns, for example, `3 obligations and parts of 1`. */
function amountOf({ ids, inPart }: NarrowingSetting): string {
  const whole = formatCount(ids.length, 'obligation');
  if (inPart.length === 0) return whole;
  if (ids.length === 0) return `parts of ${formatCount(inPart.length, 'obligation')}`;
  return `${whole} and parts of ${inPart.length}`;
}

/** Obligations are listed with their titles up to this number, and only by their ids beyond it. */
const mostWithTitles = 6;

/** Roles are a choice and no mistake, so their many obligations are only counted. */
function obligationsIn({ setting, ids, inPart }: NarrowingSetting): string[] {
  if (setting === 'integrator.roles') return [];
  const parts = inPart.map(({ id, facets }) => ({ id, part: ` only in part, without ${facets.join(', ')}` }));
  const all = [...ids.map((id) => ({ id, part: '' })), ...parts];
  if (all.length > mostWithTitles)
    return [all.map(({ id, part }) => id + (part === '' ? '' : ' (in part)')).join(', ')];
  return all.map(
    ({ id, part }) => `${id} ${contractObligations.find(id)?.title ?? ''}${part === '' ? '' : `:${part}`}`,
  );
}
