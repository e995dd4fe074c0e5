import type { Envelope } from '@cucumber/messages';

/** The names of the scenarios in which a step saw something else than it names. */
export function differingIn(messages: readonly Envelope[]): ReadonlySet<string> {
  const nameOf = new Map<string, string>();
  const differing = new Set<string>();
  for (const { pickle, testCase, testCaseStarted, testStepFinished } of messages) {
    if (pickle !== undefined) nameOf.set(pickle.id, pickle.name);
    if (testCase !== undefined) nameOf.set(testCase.id, nameOf.get(testCase.pickleId) ?? '');
    if (testCaseStarted !== undefined)
      nameOf.set(testCaseStarted.id, nameOf.get(testCaseStarted.testCaseId) ?? '');
    if (testStepFinished?.testStepResult.exception?.type === 'StepDifferenceError')
      differing.add(nameOf.get(testStepFinished.testCaseStartedId) ?? '');
  }
  return differing;
}
