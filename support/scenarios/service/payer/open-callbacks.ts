import { randomUUID } from 'node:crypto';
import { basesOf } from '../../../contract/bases';
import { isLoopback } from '../../../contract/loopback';
import { EnvironmentError } from '../../../contract/outcome';
import { createSender } from '../../../client/sender';
import { unpaced } from '../../../client/pace';
import { echoPath, listenForCallbacks } from '../../../exchange/callback-listener';
import { createRecorder } from '../../../exchange/recorder';
import { createRecording } from '../../../exchange/recording';
import { generateRsaKeyPair } from '../../../mock/keys';
import type { OpenCallbacks } from '../../../mock/payer-link';
import type { Run } from '../../../run/run';
import { ownAuthority } from '../../../run/run';

/**
 * Listens for callbacks, once in a run, and makes sure that their address leads here.
 * Throws EnvironmentError with what to set where the payer could not call back.
 */
export function openCallbacks(run: Run): Promise<OpenCallbacks> {
  return run.once('callbacks', async () => {
    const callbacks = run.services.payer?.callbacks ?? (await open(run));
    const { publicKey } = callbacks.key;
    run.services.payer?.tell?.(callbacks.url, publicKey.export({ type: 'spki', format: 'pem' }).toString());
    // A container's name for this machine means nothing on it.
    if (run.services.payer?.callbacks === undefined) await requireEcho(run, callbacks.url);
    return callbacks;
  });
}

async function open(run: Run): Promise<OpenCallbacks> {
  const { callback, encryption } = run.target;
  const url = callback.publicUrl;
  if (url === undefined && !canReachLoopback(run))
    throw new EnvironmentError(
      'the payer has no address to call back: set callback.publicUrl to where it reaches callback.listen (docs/guides/payer-callbacks.md)',
    );
  const { host, port } = callback.listen;
  const listener = await listenForCallbacks(host, port).catch((error: unknown) => {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new EnvironmentError(
      `callback.listen ${host}:${port} cannot be had (${code}): another port, or 0 for a free one`,
    );
  });
  run.defer(() => listener.close());
  const base = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${listener.port}`;
  const key = encryption.providerKey ?? (await generateRsaKeyPair());
  return { listener, url: url ?? base, key };
}

/** Services on this machine reach a listener on it. */
function canReachLoopback(run: Run): boolean {
  if (run.services.payer?.tell !== undefined) return true;
  return basesOf(run.target).every(([, base]) => isLoopback(new URL(base).hostname));
}

/** Calls the suite's own address from outside. Throws EnvironmentError where something else answers, or nothing. */
async function requireEcho(run: Run, url: string): Promise<void> {
  const nonce = randomUUID();
  // No exchange with a service: it stands in no recording.
  const sender = createSender({
    recorder: createRecorder(createRecording(), run.evidence.keeper),
    bounds: { deadlineMs: run.target.limits.timeoutMs, maxBytes: 64 * 1024 },
    pace: unpaced,
    ...ownAuthority(run),
  });
  const request = { service: 'provider', method: 'GET', url: url + echoPath(nonce), headers: {} } as const;
  const { exchange, answer } = await sender.send(request);
  if (answer?.status === 200 && answer.body.toString('utf8').includes(nonce)) return;
  const seen = exchange.failure?.code ?? `${answer?.status ?? 'no answer'}, and not from here`;
  throw new EnvironmentError(
    `callback.publicUrl ${url} does not lead to callback.listen (${seen}): does the tunnel run, and to the right port?`,
  );
}
