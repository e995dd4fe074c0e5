import { contractObligations } from '../obligations';
import { currentEdition } from '../contract/source';
import type { Subject } from '../contract/words';
import { embeddedDefaults } from '../targets/embedded';
import type { CheckedText } from '../targets/check-text';
import { checkTargetText } from '../targets/check-text';
import { madeUpCredential } from '../mock/account';
import type { TargetForMock } from '../targets/load';
import { readTarget, readTargetForMock, readTargetText } from '../targets/load';
import type { Waiver } from '../targets/load-waivers';
import { readWaivers } from '../targets/load-waivers';
import type { KnownContract, Target } from '../targets/target';
import { targetTemplate } from '../targets/template';

const ownDeclaration = {
  by: 'the maintainers of the suite',
  date: '2026-11-20',
  statement: 'The built-in client runs beside the services that it calls and keeps nothing.',
} as const;

/** What the built-in client declares of what cannot be seen from outside. */
export const ownDeclarations: Target['declarations'] = Object.fromEntries(
  contractObligations.all.filter(({ seen }) => seen === 'declared').map(({ id }) => [id, ownDeclaration]),
);

/** The target of a run that names none: the suite's own mock, and its built-in client. */
export const embeddedTarget: Target = { ...embeddedDefaults, declarations: ownDeclarations };

const known: KnownContract = {
  obligations: contractObligations,
  edition: currentEdition,
};

/** The target in a file, whose declarations are of obligations of the contract. Throws a ConfigurationError. */
export function loadTarget(file: string, environment: NodeJS.ProcessEnv = process.env): Target {
  return readTarget(file, known, environment);
}

/** What a target is about: an integrator alone where there is nothing but the mock in front of it. */
export function subjectsOfTarget({ integrator, services }: Target): readonly Subject[] {
  if (integrator === undefined) return ['service'];
  return Object.keys(services).length === 0 ? ['integrator'] : ['service', 'integrator'];
}

/** The target in a text that is to stand in a file. Throws a ConfigurationError as for that file. */
export function loadTargetText(text: string, file: string, environment: NodeJS.ProcessEnv): Target {
  return readTargetText(text, file, known, environment);
}

/** What is to be said of the text of a target file, before it is written. */
export function checkTargetFileText(text: string, file: string, environment: NodeJS.ProcessEnv): CheckedText {
  return checkTargetText(text, file, known, environment);
}

/** Members that a mock does not need, because it makes its own keys. */
const notForMocks = ['encryption', 'tls'];

/**
 * Loads the parts of a target file that describe the behaviour of a mock, and the credentials that it accepts. Makes up
 * a credential if its variable is not set. Throws a ConfigurationError.
 */
export function loadTargetForMock(file: string, environment: NodeJS.ProcessEnv = process.env): TargetForMock {
  return readTargetForMock(file, known, environment, { leftOut: notForMocks, standIn: madeUpCredential });
}

/** The waivers in a file, of obligations of the contract. Throws a ConfigurationError. */
export function loadWaivers(file: string): Waiver[] {
  return readWaivers(file, contractObligations);
}

/** The target file that `conform init` writes; what it shows to be declared is where client secrets are held. */
export const templateText: string = targetTemplate
  .replace('EDITION', currentEdition)
  .replace(
    'DECLARED',
    contractObligations.all.find(({ area, seen }) => area === 'token' && seen === 'declared')?.id ?? '',
  );
