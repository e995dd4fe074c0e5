import type { Subject } from '../support/contract/words';
import type { ObligationId } from '../support/obligations';
import { contractObligations } from '../support/obligations';
import { followsIn } from './causes';
import { hiddenBy } from './hidden';
import { exitCodeOfResults } from '../support/cli/report-outcome';
import type { Results } from '../support/judging/results';
import { isFaultOfSuite, textOfDisagreement } from '../support/judging/disagreement';
import { toPlainText } from '../support/exchange/text';
import { explainBreach } from '../support/judging/explain';
import type { ObligationResult, Verdict } from '../support/judging/verdict';
import { isDecisive, isExcused } from '../support/judging/verdict';
import type { HarmlessSubject, IrregularSubject, Mutant, NullSubject, Specimen, Witness } from './mutant';

/**
 * Returns the differences between the results of a run and the specimen's expectations. `plain` returns the results of
 * a run on a plain subject.
 */
export async function findProblems(
  specimen: Specimen,
  results: Results,
  plain: () => Promise<Results>,
): Promise<string[]> {
  return [
    ...findFaults(results),
    ...unknownCauses(results),
    ...unknownDepartures(results),
    ...(await findDifferences(specimen, results, plain)),
  ];
}

async function findDifferences(
  specimen: Specimen,
  results: Results,
  plain: () => Promise<Results>,
): Promise<string[]> {
  switch (specimen.kind) {
    case 'mutant':
      return [
        ...wrongSet(specimen, results),
        ...wrongDiagnoses(specimen, results),
        ...wronglyHidden(specimen, results),
        ...wrongCauses(specimen, results),
        ...wronglyDeployed(specimen, results),
      ];
    case 'witness':
      return [
        ...wrongSet({ breaks: [] }, results),
        ...missingNotes(specimen, results, await plain()),
        ...wronglyHidden(specimen, results),
      ];
    case 'null':
      return [...wrongSet(specimen, results), ...wronglyPassed(specimen, results)];
    case 'irregular':
      return [...wrongSet({ breaks: [] }, results), ...wronglySettled(specimen, results)];
    case 'harmless':
      return [...otherOpen(specimen, results), ...otherVerdicts(specimen, results, await plain())];
  }
}

/** Reports breaches with causes that their obligation's home (its definition) does not list. */
export function unknownCauses({ obligations }: Results): string[] {
  return obligations.flatMap(({ id, breaches = [] }) => {
    const { causes = [] } = contractObligations.get(id);
    return breaches
      .map(({ cause }) => toPlainText(cause.text))
      .filter((cause) => !causes.includes(cause))
      .map((cause) => `${id} lists no such cause: ${cause}`);
  });
}

/** Reports breaches with departures that their obligation's home does not list. */
function unknownDepartures({ obligations }: Results): string[] {
  return obligations.flatMap(({ id, breaches = [] }) => {
    const { departures: known = [] } = contractObligations.get(id);
    return breaches
      .flatMap(({ departures = [] }) => departures)
      .filter((each) => !known.includes(each))
      .map((each) => `${id} lists no such departure: ${each}`);
  });
}

/** Reports failures that the profile of the specimen should settle and does not, or the reverse. */
function wronglyDeployed({ asDeployed }: Mutant, results: Results): string[] {
  const code = exitCodeOfResults(results);
  const failed = results.obligations.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  return [
    ...failed
      .filter((row) => row.asDeployed?.profile !== asDeployed)
      .map((row) => `${row.id} is settled by ${row.asDeployed?.profile ?? 'nothing'}`),
    ...(asDeployed !== undefined && code !== 0 ? [`the exit code is ${code}, and not 0`] : []),
  ];
}

/**
 * Reports problems that no run may have, regardless of its target: faults of the suite, disagreements, and obligations
 * that passed without evidence.
 */
export function findFaults({ run, obligations }: Results): string[] {
  return [
    ...run.faults.map((fault) => `fault of the suite: ${fault}`),
    ...obligations.flatMap(({ id, disagreement }) =>
      disagreement === undefined || !isFaultOfSuite(disagreement)
        ? []
        : [`${id}: ${toPlainText(textOfDisagreement(disagreement))}`],
    ),
    ...obligations
      .filter(({ reason, scenarios }) => [reason, ...scenarios].some((each) => each?.bySuite === true))
      .map(({ id, reason }) => `${id}: ${toPlainText(reason?.text ?? 'fault of the suite')}`),
    ...obligations
      .filter(({ verdict, evidence }) => verdict === 'passed' && evidence.length === 0)
      .map(({ id }) => `${id} passed without evidence`),
  ];
}

function wrongSet({ breaks }: Pick<Mutant, 'breaks'>, { obligations }: Results): string[] {
  const broken = obligations.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  return [
    ...breaks
      .filter((id) => !broken.some((each) => each.id === id))
      .map((id) => `${id} survives: ${describe(obligations, id)}`),
    ...broken.filter(({ id }) => !isAmong(breaks, id)).map(({ id }) => `${id}: ${describe(obligations, id)}`),
  ];
}

/**
 * Returns the planned obligations of a subject that could not be judged. Excludes untested obligations that follow from
 * another failure, that a setting left out, or that the target may leave unseen.
 */
function unjudgedIn({ obligations }: Results, subject: Subject): string[] {
  return obligations
    .filter((each) => each.subject === subject && each.planned)
    .filter(
      ({ verdict, follows, reason }) =>
        verdict === 'inconclusive' || (verdict === 'not-tested' && !follows && !isExcused(reason)),
    )
    .map(({ id }) => id);
}

/**
 * Reports obligations that the specimen keeps from being judged, unless {@link hiddenBy} lists them. Also reports
 * obligations that are listed as always hidden but were judged.
 */
function wronglyHidden({ name, subject }: Specimen, results: Results): string[] {
  const hidden = unjudgedIn(results, subject);
  const { always, sometimes } = hiddenBy(name);
  return [
    ...hidden
      .filter((id) => !isAmong(always, id) && !isAmong(sometimes, id))
      .map((id) => `${id} is hidden: ${describe(results.obligations, id)}`),
    ...always.filter((id) => !hidden.includes(id)).map((id) => `${id} is listed as hidden, and is not`),
  ];
}

/**
 * Reports obligations that should be inconclusive as irregular but are not. Also reports the service if its overall
 * verdict is not `incomplete`, because only the irregularity keeps it from conforming.
 */
function wronglySettled({ unsettles }: IrregularSubject, { run, obligations }: Results): string[] {
  const isTold = ({ verdict, reason }: ObligationResult): boolean =>
    verdict === 'inconclusive' && reason?.kind === 'irregular';
  const told = obligations.filter(isTold).map(({ id }) => id);
  return [
    ...unsettles
      .filter((id) => !told.includes(id))
      .map((id) => `${id} is not reported as irregular: ${describe(obligations, id)}`),
    ...(told.length > 0 ? [] : ['nothing is reported as irregular']),
    ...(run.overall.service?.verdict === 'incomplete'
      ? []
      : [`the service is ${run.overall.service?.verdict}`]),
  ];
}

const isAmong = (ids: readonly string[], id: string): boolean => ids.includes(id);

/** Returns the verdict on an obligation, and the first breach or the reason. */
export function describe(obligations: readonly ObligationResult[], id: string): string {
  const found = obligations.find((each) => each.id === id);
  const why = found && (messagesOf(found)[0] ?? toPlainText(found.reason?.text ?? ''));
  return `${found?.verdict ?? 'missing'}${why === undefined || why === '' ? '' : `, ${why}`}`;
}

function messagesOf(row: ObligationResult): string[] {
  return (row.breaches ?? []).map((breach) => explainBreach(row, breach, {}));
}

function wrongDiagnoses({ diagnosis = {} }: Mutant, { obligations }: Results): string[] {
  return Object.entries(diagnosis).flatMap(([id, told]) =>
    obligations
      .filter((each) => each.id === id)
      .flatMap(messagesOf)
      .filter((failure) => !failure.includes(told))
      .slice(0, 1)
      .map((failure) => `${id} does not tell "${told}": ${failure}`),
  );
}

/**
 * Reports obligations that follow from the wrong causes. A failure must follow from exactly the causes that {@link
 * followsIn} lists for this mutant. An untested obligation may follow only from obligations that the mutant breaks.
 */
function wrongCauses({ name, breaks }: Mutant, { obligations }: Results): string[] {
  const wanted = followsIn(name);
  return obligations.flatMap(({ id, verdict, follows = [] }) => {
    if (verdict === 'not-tested')
      return follows.every((cause) => isAmong(breaks, cause))
        ? []
        : [`${id} follows ${listed(follows)}, and the mutant breaks ${listed(breaks)}`];
    const [right, found] = [listed(wanted[id as ObligationId] ?? []), listed(follows)];
    return right === found ? [] : [`${id} follows ${found}, and should follow ${right}`];
  });
}

const listed = (ids: readonly string[]): string => (ids.length === 0 ? 'nothing' : [...ids].sort().join(' '));

function missingNotes({ shows }: Witness, results: Results, plain: Results): string[] {
  const notesOf = ({ obligations }: Results, id: string): string =>
    (obligations.find((each) => each.id === id)?.notes ?? []).map(toPlainText).join('\n');
  return Object.entries(shows).flatMap(([id, note]) => [
    ...(notesOf(results, id).includes(note)
      ? []
      : [`${id} does not note "${note}": ${notesOf(results, id)}`]),
    ...(notesOf(plain, id).includes(note) ? [`${id} notes "${note}" on the plain subject too`] : []),
  ]);
}

function wronglyPassed({ mayPass }: NullSubject, { obligations }: Results): string[] {
  return obligations
    .filter(({ id, verdict }) => verdict === 'passed' && !isAmong(mayPass, id))
    .map(({ id }) => `${id} passed on a subject that does nothing`);
}

/** Compares the musts that would keep a certifying run from `conforms` with the musts that are expected to. */
function otherOpen({ opens, subject }: HarmlessSubject, { obligations }: Results): string[] {
  if (opens === undefined) return [];
  const found = obligations.filter((row) => row.subject === subject && isDecisive(row) && isUnjudged(row));
  const [wanted, told] = [listed(opens), listed(found.map(({ id }) => id))];
  return wanted === told ? [] : [`${wanted} is to be open, and ${told} is`];
}

const isUnjudged = ({ verdict, reason }: ObligationResult): boolean =>
  verdict === 'inconclusive' || (verdict === 'not-tested' && !isExcused(reason));

function otherVerdicts({ except }: HarmlessSubject, results: Results, plain: Results): string[] {
  return plain.obligations.flatMap(({ id, verdict: usual }) => {
    const wanted = new Map<string, Verdict>(Object.entries(except)).get(id) ?? usual;
    return results.obligations.some((each) => each.id === id && each.verdict === wanted)
      ? []
      : [
          `${id} is ${wanted} on the plain subject, and here ${describe(results.obligations, id)}`,
          ...(usual === 'failed' ? [`the plain subject: ${describe(plain.obligations, id)}`] : []),
        ];
  });
}
