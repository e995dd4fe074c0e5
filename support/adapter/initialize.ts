import { wrappedPem } from '../contract/pem';
import { faultError } from './fault';
import { withoutNullForms } from './key-forms';
import type { AdapterChannel, ChannelOptions } from './channel';
import type { InitializeParams, InitializeResult } from './protocol';
import { rpcErrorCodes, protocolVersion } from './protocol';

/**
 * Calls `initialize`, and returns its result without null members and without a trailing slash in
 * `callbackUrl`. Rejects with an `EnvironmentError` if the adapter refuses, uses another protocol version, or
 * sends an unreadable key.
 */
export async function initializeAdapter(
  channel: AdapterChannel,
  params: InitializeParams,
  redact?: ChannelOptions['redact'],
): Promise<InitializeResult> {
  const outcome = await channel.call('initialize', params);
  if (outcome.kind !== 'result') {
    const code = outcome.kind === 'refused' ? outcome.code : rpcErrorCodes.notOffered;
    throw faultError(
      {
        what: `did not initialize (error ${code})`,
        text: outcome.message,
        likely: 'each journey starts with initialize; its params are described in schemas/adapter',
      },
      'initialize',
      channel.log(),
      redact,
    );
  }
  const { callbackUrl, encryptionKey, transferKeyForms, ...result } = outcome.value;
  if (result.protocolVersion !== protocolVersion)
    throw faultError(
      {
        what: `speaks version ${JSON.stringify(result.protocolVersion)} of the protocol, the suite version "${protocolVersion}"`,
        likely: 'adapter and suite are of different releases; take those that belong together',
      },
      'initialize',
      channel.log(),
      redact,
    );
  if (encryptionKey != null) requireUnwrapped(encryptionKey, channel, redact);
  return {
    ...result,
    ...(callbackUrl != null && { callbackUrl: callbackUrl.replace(/(?<!\/)\/+$/, '') }),
    ...(encryptionKey != null && { encryptionKey }),
    ...(transferKeyForms != null && { transferKeyForms: withoutNullForms(transferKeyForms) }),
  };
}

/**
 * Throws an `EnvironmentError` if the PEM key was encoded twice. Such a key can match the schema, but no
 * library can read it.
 */
function requireUnwrapped(
  encryptionKey: string,
  channel: AdapterChannel,
  redact: ChannelOptions['redact'],
): void {
  const wrapping = wrappedPem(encryptionKey);
  if (wrapping === undefined) return;
  throw faultError(
    {
      what: `names an encryptionKey that cannot be read: ${wrapping.flaw}`,
      likely: 'it is one PUBLIC KEY block (SPKI in PEM), with line ends of its own',
    },
    'initialize',
    channel.log(),
    redact,
  );
}
