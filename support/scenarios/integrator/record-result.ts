import type { CallOutcome } from '../../adapter/channel';
import type { ServiceName } from '../../contract/operations';
import { resultMethod } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import type { Run } from '../../run/run';
import type { PlayedServices } from './played-services';

/** Where an answer came from, and how it is looked into. */
export type ResultOrigin = Pick<PlayedServices, 'asked' | 'clientInstance' | 'inspect'>;

/** One answer to `field.encrypt`. */
export interface EncryptionResult {
  readonly service: ServiceName;
  /** Length of the value in UTF-8. */
  readonly valueBytes: number;
  readonly outcome: CallOutcome<'field.encrypt'>;
  /** Whether the value was one that fits, so that its ciphertext is judged as if it had been sent. */
  readonly judged: boolean;
  /** The item of a challenge that it answers. */
  readonly item?: string;
}

/** Records what the adapter returned: it is evidence like what crosses the wire. */
export function recordResult(run: Run, origin: ResultOrigin, about: EncryptionResult): void {
  const { service, outcome, valueBytes } = about;
  const now = Date.now();
  const { asked, clientInstance } = origin;
  const ciphertext = outcome.kind === 'result' ? outcome.value.ciphertext : undefined;
  const fields: FieldFact[] =
    about.judged && ciphertext !== undefined ? [origin.inspect(service, '/ciphertext', ciphertext)] : [];
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
      url: `adapter:/field.encrypt${about.item === undefined ? '' : `/${about.item}`}`,
      headers: [],
      ...(ciphertext !== undefined && {
        body: { text: run.redactor.text(JSON.stringify({ ciphertext })), bytes: ciphertext.length },
      }),
    },
    facts: {
      scheme: 'https',
      loopback: true,
      adapter: { method: 'field.encrypt', outcome: outcome.kind, valueBytes },
      ...(fields.length > 0 && { fields }),
    },
  });
}
