import type { CallOutcome } from '../../adapter/channel';
import { charsetOf } from '../../contract/charsets';
import type { AdapterAnswer } from '../../exchange/evidence';
import { withMark } from '../../exchange/fields';
import type { FieldCase } from '../../cases/field-values';
import type { RunEvidence } from '../../run/evidence';
import { doneBy } from './done-by';
import type { PlayedServices } from './played-services';
import { keptBody } from './record-call';

/** Where an answer came from, and how it is inspected. */
export type ResultOrigin = Pick<PlayedServices, 'clientInstance' | 'inspect'> & {
  /** When the call was made; absent where there was none. */
  readonly askedAt?: number;
};

/** Records what the adapter returned: it is evidence like what crosses the wire. */
export function recordResult(
  evidence: Pick<RunEvidence, 'recording' | 'keeper' | 'scenario'>,
  origin: ResultOrigin,
  { id, service, value, judged }: FieldCase,
  outcome: CallOutcome<'field.encrypt'>,
): void {
  const ciphertext = outcome.kind === 'result' ? outcome.value.ciphertext : undefined;
  evidence.recording.append<AdapterAnswer>({
    kind: 'adapter answer',
    arrivedAt: Date.now(),
    ...(origin.askedAt !== undefined && { askedAt: origin.askedAt }),
    service,
    ...doneBy(evidence, origin),
    method: 'field.encrypt',
    ...(id !== undefined && { item: id }),
    ...(ciphertext !== undefined && { body: keptBody({ ciphertext }, evidence.keeper) }),
    facts: {
      adapter: {
        outcome: outcome.kind,
        ...(outcome.kind === 'refused' && { code: outcome.code }),
        valueBytes: Buffer.byteLength(value),
        ...(judged && { charset: charsetOf(value) }),
      },
      ...(judged &&
        ciphertext !== undefined && {
          fields: [
            withMark(origin.inspect(service, '/ciphertext', ciphertext), ciphertext, (text) =>
              evidence.keeper.pseudonym(text),
            ),
          ],
        }),
    },
  });
}
