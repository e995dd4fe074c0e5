import type { CallOutcome } from '../../adapter/channel';
import { resultMethod } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import type { FieldCase } from '../../run/cases/field-values';
import type { Run } from '../../run/run';
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
  const now = Date.now();
  const { asked, clientInstance } = origin;
  const ciphertext = outcome.kind === 'result' ? outcome.value.ciphertext : undefined;
  const fields: FieldFact[] =
    judged && ciphertext !== undefined ? [origin.inspect(service, '/ciphertext', ciphertext)] : [];
  run.recording.append({
    sender: 'integrator',
    arrivedAt: now,
    answeredAt: now,
    service,
    ...(run.scenario !== undefined && { scenario: run.scenario }),
    ...(asked !== undefined && { call: { number: asked.number, method: asked.method, service } }),
    ...(clientInstance !== undefined && { clientInstance }),
    request: {
      method: resultMethod,
      url: `adapter:/field.encrypt${id === undefined ? '' : `/${id}`}`,
      headers: [],
      ...(ciphertext !== undefined && {
        body: { text: run.redactor.text(JSON.stringify({ ciphertext })), bytes: ciphertext.length },
      }),
    },
    facts: {
      scheme: 'https',
      loopback: true,
      adapter: { method: 'field.encrypt', outcome: outcome.kind, valueBytes: Buffer.byteLength(value) },
      ...(fields.length > 0 && { fields }),
    },
  });
}
