import type { CallOutcome } from '../../adapter/channel';
import { charsetOf } from '../../contract/charsets';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { RecordedBody } from '../../exchange/exchange';
import type { Redactor } from '../../exchange/redaction';
import type { FieldCase } from '../../run/cases/field-values';
import type { Run } from '../../run/run';
import { doneBy } from './asked-now';
import type { PlayedServices } from './played-services';

/** Where an answer came from, and how it is looked into. */
export type ResultOrigin = Pick<PlayedServices, 'asked' | 'clientInstance' | 'inspect'>;

/** Records what the adapter returned: it is evidence like what crosses the wire. */
export function recordResult(
  run: Run,
  origin: ResultOrigin,
  { id, service, value, judged }: FieldCase,
  outcome: CallOutcome<'field.encrypt'>,
): void {
  const { call, ...done } = doneBy(run, origin);
  const ciphertext = outcome.kind === 'result' ? outcome.value.ciphertext : undefined;
  run.recording.append<AdapterAnswer>({
    kind: 'adapter answer',
    arrivedAt: Date.now(),
    service,
    ...done,
    ...(call && { call: { ...call, service } }),
    method: 'field.encrypt',
    ...(id !== undefined && { item: id }),
    ...(ciphertext !== undefined && { body: shownBody({ ciphertext }, run.redactor) }),
    facts: {
      adapter: {
        outcome: outcome.kind,
        ...(outcome.kind === 'refused' && { code: outcome.code }),
        valueBytes: Buffer.byteLength(value),
        ...(judged && { charset: charsetOf(value) }),
      },
      ...(judged &&
        ciphertext !== undefined && { fields: [origin.inspect(service, '/ciphertext', ciphertext)] }),
    },
  });
}

/** What an adapter answered, as it is kept. */
export function shownBody(value: unknown, redactor: Redactor): RecordedBody {
  const whole = JSON.stringify(value);
  redactor.learnFrom(whole);
  const text = redactor.text(whole);
  return { text, bytes: Buffer.byteLength(text) };
}
