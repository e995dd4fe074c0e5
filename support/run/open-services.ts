import { EnvironmentError } from '../contract/outcome';
import type { Sender } from '../client/sender';
import { targetPartsOfAccount } from '../mock/account';
import type { Mock } from '../mock/start-mock';
import { embeddedTarget, ownDeclarations } from './targets';
import { embeddedLimits } from '../targets/embedded';
import type { Target } from '../targets/target';
import { absentContainerTarget, startContainerMock } from '../mock/container/container';
import { NoContainerError } from '../mock/container/engine';
import { mockOptionsFor } from './mock-options';
import type { StartedPayer } from '../mock/started-payer';

/** Who answers in a run, and how it is asked. */
export interface Services {
  /** Whether it is the suite's own mock, in this process or in a container. */
  readonly embedded: boolean;
  /** What is wrong and what to do about it, in one line, where no service can answer. */
  readonly unavailable?: string | undefined;
  /** The way to the payer, where the suite started it. */
  readonly payer?: StartedPayer | undefined;
  readonly sender: Sender;
}

/** What was started for a run, and how to stop it. */
export interface OpenServices {
  readonly target: Target;
  /** Whether it is the suite's own mock, in this process or in a container. */
  readonly embedded: boolean;
  /** The way to its payer. */
  readonly payer?: StartedPayer;
  /** Why no service can answer, where that is so. */
  readonly unavailable?: NoContainerError;
  close(): Promise<void>;
}

/**
 * Starts what a run needs: the mock in a container if that is asked for, else embedded where the target names no
 * services.
 */
export async function openServices(asked: Target = embeddedTarget, container = false): Promise<OpenServices> {
  if (container) return openContainer();
  if (Object.keys(asked.services).length > 0)
    return { target: asked, embedded: false, close: () => Promise.resolve() };
  // Loaded late: where the target names services, none of the mock's runs.
  const { startMock } = await import('../mock/start-mock.ts');
  const mock = await startMock(mockOptionsFor(asked));
  return { target: onMock(asked, mock), embedded: true, payer: payerOfMock(mock), close: () => mock.close() };
}

/** The payer of a mock in this process. */
export function payerOfMock({ cycles, keys }: Mock): StartedPayer {
  return {
    encryptionKey: keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    tell(callbackUrl, encryptionKey) {
      cycles.callbackUrl = callbackUrl;
      cycles.encryptionKey = encryptionKey;
    },
  };
}

async function openContainer(): Promise<OpenServices> {
  try {
    const started = await startContainerMock();
    return { ...started, target: { ...started.target, declarations: ownDeclarations }, embedded: true };
  } catch (unavailable) {
    if (!(unavailable instanceof NoContainerError)) throw unavailable;
    const close = () => Promise.resolve();
    const target = { ...absentContainerTarget(), declarations: ownDeclarations };
    return { target, embedded: true, unavailable, close };
  }
}

/** A sender for a run in which no service can answer: says so instead of asking. */
export function sendingNothing({ message }: NoContainerError): Sender {
  return { send: () => Promise.reject(new EnvironmentError(message)) };
}

/** The target of a run whose subject is the mock: its addresses, its account, its authority. */
function onMock(asked: Target, mock: Mock): Target {
  const known = targetPartsOfAccount(mock.account);
  return {
    ...asked,
    ...known,
    otpCommand: undefined,
    services: mock.urls,
    limits: { ...asked.limits, otpAttempts: embeddedLimits.otpAttempts },
    ...(mock.ca !== undefined && { ca: mock.ca }),
    secrets: [...asked.secrets, ...known.secrets],
  };
}
