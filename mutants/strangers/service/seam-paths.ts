import type { ReadingId, ReadingOverrides } from '../../../support/contract/readings';
import type { MockSeams, SeamOverrides } from '../../../support/mock/seams';
import type { MockOptions } from '../../../support/mock/start-mock';
import { overridesFor, overridesIn, type ServiceShape } from './shape';

/** A function of the mock with any parameters and result. */
export type AnyFunction = (...given: readonly never[]) => unknown;

/**
 * Returns the paths of all functions in `given` that are not in `own`, such as `payer/bundles/plan`, each with its
 * function.
 */
export function functionsIn(given: object, own: object | undefined, before = ''): [string, AnyFunction][] {
  return Object.entries(given).flatMap(([name, value]: [string, unknown]): [string, AnyFunction][] => {
    const usual = (own as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (value === usual) return [];
    if (typeof value === 'function') return [[before + name, value as AnyFunction]];
    const isObject = typeof value === 'object' && value !== null;
    return isObject ? functionsIn(value, usual as object | undefined, `${before}${name}/`) : [];
  });
}

/** Parts of the mock that follow a reading. A fault that replaces one of them may ignore the reading. */
const partsByReading: Readonly<Partial<Record<ReadingId, readonly string[]>>> = {
  'session-status': ['handlers/session.create'],
  'error-code': ['handlers/session.create'],
  'certificate-form': ['handlers/certificate.identity', 'handlers/certificate.registry'],
  'oaep-hash': ['cipher/decrypt'],
  'callback-jwt': ['payer/authorization'],
  'after-reply': ['payer/reactions', 'payer/bundles/approved', 'payer/bundles/rejected'],
  'plan-answer': ['payer/path'],
  'eligibility-answer': ['payer/path'],
  'payment-prompt': ['payer/path'],
  'bridge-scoped': ['payer/bridge'],
  envelope: ['payer/wrap'],
  'callback-body': ['payer/wrap'],
};

function pathsOfReadings(readings: ReadingOverrides): string[] {
  const ids = Object.keys(readings) as ReadingId[];
  return ids.flatMap((id) => [`readings/${id}`, ...(partsByReading[id] ?? [])]);
}

const under = (part: string, members: object = {}): string[] =>
  Object.keys(members).map((name) => `${part}/${name}`);

const pathsOfSeams = (seams: SeamOverrides, own: MockSeams): string[] =>
  functionsIn(seams, own).map(([path]) => path);

/** Returns the paths of all parts that these options of a mock replace. */
export function pathsOfOptions({ account, keys, readings, seams }: MockOptions, own: MockSeams): string[] {
  return [
    ...under('account', account),
    ...under('keys', keys),
    ...pathsOfReadings(overridesIn(readings)),
    ...pathsOfSeams(overridesFor(own, seams), own),
  ];
}

/** Returns the paths of the readings that a target sets. */
export const pathsOfTarget = (overridden: readonly ReadingId[]): string[] =>
  pathsOfReadings(Object.fromEntries(overridden.map((id) => [id, true])));

/**
 * Returns the paths of all parts that a shape replaces. Changes to replies are not among them: they are made to the
 * replies of the fault.
 */
export function pathsOfShape(shape: ServiceShape, own: MockSeams): string[] {
  return [
    ...under('account', shape.account),
    ...under('keys', shape.keys),
    ...pathsOfReadings(shape.said),
    ...pathsOfReadings(shape.unsaid),
    ...shape.seams.flatMap((layer) => pathsOfSeams(layer(own), own)),
    ...shape.payer.flatMap((layer) => pathsOfSeams({ payer: layer(own.payer) }, own)),
    ...shape.tokens.flatMap((layer) => pathsOfSeams({ tokens: layer(own.tokens) }, own)),
  ];
}
