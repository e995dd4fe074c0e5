import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { thisSuite } from '../../judging/results-of';
import type { Policy } from './policy';
import type { PackPredicate, Statement } from './statement';
import { statementType } from './statement';

const vsaType = 'https://slsa.dev/verification_summary/v1';

/** A Verification Summary Attestation v1: that a pack was checked by a policy, and the outcome. */
export type Summary = Statement<
  typeof vsaType,
  {
    readonly verifier: { readonly id: string; readonly version: Readonly<Record<string, string>> };
    readonly timeVerified: string;
    readonly resourceUri: string;
    readonly policy: { readonly uri: string; readonly digest: { readonly sha256: string } };
    readonly verificationResult: 'PASSED' | 'FAILED';
    /** Subjects that conform, as in `CONFORMANCE_INTEGRATOR`; of a pack that was refused `FAILED`. */
    readonly verifiedLevels: readonly string[];
  }
>;

/** What is said of a pack after it was verified by a policy. */
export async function summaryOf(
  pack: string,
  { policy, predicate, isMet, now }: { policy: Policy; predicate: PackPredicate; isMet: boolean; now: Date },
): Promise<Summary> {
  const { name, version } = thisSuite();
  const hash = createHash('sha256');
  await pipeline(createReadStream(pack), hash);
  const conforming = Object.entries(predicate.overall).filter(([, { verdict }]) => verdict === 'conforms');
  const levels = conforming.map(([subject]) => `CONFORMANCE_${subject.toUpperCase()}`);
  return {
    _type: statementType,
    subject: [{ name: basename(pack), digest: { sha256: hash.digest('hex') } }],
    predicateType: vsaType,
    predicate: {
      verifier: { id: `urn:${name}:verify`, version: { [name]: version } },
      timeVerified: now.toISOString(),
      resourceUri: `urn:${name}:run:${predicate.run.id}`,
      policy: { uri: `file:${basename(policy.file)}`, digest: { sha256: policy.sha256 } },
      verificationResult: isMet ? 'PASSED' : 'FAILED',
      verifiedLevels: isMet ? levels : ['FAILED'],
    },
  };
}
