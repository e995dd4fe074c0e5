import { DiscreetRedactor } from '../../support/exchange/discreet/discreet-redactor';
import type { Exchange } from '../../support/exchange/exchange';
import type { RawExchange } from '../../support/exchange/recorder';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { rawExchange } from './planting';

/** A recorder of unannounced traffic. */
export function discreetRecorder(): (raw: Partial<RawExchange>) => Exchange {
  const recorder = createRecorder(createRecording(), new DiscreetRedactor());
  return (raw) => recorder.record(rawExchange(raw));
}

/** A request with this address, these headers and this body. */
export const asking = (url: string, headers: [string, string][] = [], body = ''): Partial<RawExchange> => ({
  request: { method: 'POST', url, headers, body: Buffer.from(body) },
});
