import { unlimitedRate } from '../../support/client/rate-limiter';
import type { Sender, SenderOptions } from '../../support/client/sender';
import { createSender } from '../../support/client/sender';
import type { Exchange } from '../../support/exchange/exchange';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';

interface Options {
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
  readonly ca?: string;
  readonly pace?: SenderOptions['pace'];
}

/** A sender with a recording of its own. */
export function senderOf(options: Options = {}): { sender: Sender; exchanges: readonly Exchange[] } {
  const { deadlineMs = 10_000, maxBytes = 1024 * 1024, ca, pace = unlimitedRate } = options;
  const recording = createRecording();
  const sender = createSender({
    recorder: createRecorder(recording, new ExchangeRedactor()),
    bounds: { deadlineMs, maxBytes },
    pace,
    ...(ca !== undefined && { ca }),
  });
  return { sender, exchanges: recording.exchanges };
}
