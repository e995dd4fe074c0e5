import {
  runFieldEncryption,
  runHkdf,
  runNonces,
  runTransfer,
  runWeierstrass,
  runX25519,
} from './crypto-cases';
import type { CaseOutcome } from './outcome';
import { runJwt, runText } from './text-cases';
import type { AnyVectorFile, VectorFile, VectorKind, VectorKinds } from '../run/cases/vector-file';

/** A case that did not come out right, with everything that explains it. */
export interface VectorFailure extends CaseOutcome {
  readonly id: string;
  readonly comment: string;
}

/** What became of the cases of one file, over all implementations. */
export interface VectorSummary {
  readonly run: number;
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
  readonly failures: readonly VectorFailure[];
}

/** How the cases of each kind of file are run. */
export type CaseRunners = {
  readonly [Kind in VectorKind]: (
    each: VectorKinds[Kind]['case'],
    group: VectorKinds[Kind]['group'],
  ) => readonly CaseOutcome[] | Promise<readonly CaseOutcome[]>;
};

/** The suite's own code: both implementations, where there are two. */
export const ownRunners: CaseRunners = {
  'vectors/field-encryption': runFieldEncryption,
  'vectors/nonces': runNonces,
  'vectors/hkdf': runHkdf,
  'vectors/x25519': runX25519,
  'vectors/weierstrass': runWeierstrass,
  'vectors/transfer': runTransfer,
  'vectors/text': runText,
  'vectors/jwt': runJwt,
};

/** Runs every case of a file. */
export async function runVectors(
  file: AnyVectorFile,
  runners: CaseRunners = ownRunners,
): Promise<VectorSummary> {
  const runner = runners[file.schema] as CaseRunners['vectors/text'];
  const all: VectorFailure[] = [];
  for (const group of (file as VectorFile<'vectors/text'>).groups)
    for (const each of group.cases)
      for (const outcome of await runner(each, group))
        all.push({ ...outcome, id: each.id, comment: each.comment });
  const count = (state: CaseOutcome['state']): number => all.filter((each) => each.state === state).length;
  const notApplicable = count('not-applicable');
  return {
    run: all.length - notApplicable,
    passed: count('passed'),
    failed: count('failed'),
    notApplicable,
    failures: all.filter(({ state }) => state === 'failed'),
  };
}
