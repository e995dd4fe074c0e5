import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../../exchange/exchange';
import type { Run } from '../../../run/run';
import { ask } from '../act';
import { triggerOf } from './messages';
import { providerOf } from './provider';

/** Sends triggers on whose answer the document is silent (clause 4.4), each wrong in one fact. */
export function oddTriggers(run: Run): Promise<readonly Exchange[]> {
  return run.once('odd-triggers', async () => {
    const provider = await providerOf(run);
    const { segment } = provider;
    const ids = await provider.submit('preauth');
    const right = { action: 'Approve', method: 'Preauth', correlationId: ids?.correlationId ?? randomUUID() };
    const variants: Readonly<Record<string, readonly [body: object, withBearer: boolean]>> = {
      'unknown action': [{ ...right, action: 'Postpone' }, true],
      'unknown method': [{ ...right, method: 'Dental' }, true],
      'unknown correlationId': [{ ...right, correlationId: randomUUID() }, true],
      'missing bearer_auth': [right, false],
    };
    const exchanges: Exchange[] = [];
    for (const [variant, [body, withBearer]] of Object.entries(variants)) {
      const request = await triggerOf(run, 'dummyPayer.trigger', body, { withBearer, segment });
      const { exchange } = await ask(run, request, { part: 'open', round: 'odd-triggers', variant });
      exchanges.push(exchange);
    }
    return exchanges;
  });
}
