import { RefusalError } from '../../../support/adapter/handlers';
import type { TransferKeyForms } from '../../../support/adapter/key-forms';
import type { IntegratorHandlers } from '../../../support/client/integrator';
import { conformingSeams } from '../../../support/client/integrator';
import type { TransferSeams } from '../../../support/client/integrator/transfer/seams';
import type { CurveForm } from '../../../support/contract/readings';
import type { KeyForm } from '../../../support/contract/transfer';
import type { ObligationId } from '../../../support/obligations';
import type { Target } from '../../../support/targets/target';
import type { Mutant, StartStage } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import type { WriteLogLine } from '../stage';
import { integratorWith, stageClient, transferTarget } from '../stage';

/** Seams of a transfer to replace; a function is called for each process of the client, so it may hold state. */
export type TransferChange = Partial<TransferSeams> | ((log: WriteLogLine) => Partial<TransferSeams>);

/** What each side of a transfer does differently than the suite's own. */
export interface TransferSides {
  readonly hip?: TransferChange;
  readonly hiu?: TransferChange;
  /** The one form of keys that a side takes; all that the suite's own takes where absent. */
  readonly hipForm?: CurveForm;
  readonly hiuForm?: CurveForm;
}

export const { transfer: rightly } = conformingSeams;

/** An integrator whose HIP and HIU are two programs: what the one does wrong, the other does not. */
export function startTransferSides(sides: TransferSides, target: Partial<Target> = {}): StartStage {
  return startTransferHandlers((own) => own, sides, target);
}

/** The same, with another way of answering some calls. */
export function startTransferHandlers(
  change: (own: IntegratorHandlers, log: WriteLogLine) => Partial<IntegratorHandlers>,
  sides: TransferSides = {},
  target: Partial<Target> = {},
): StartStage {
  const client = (log: WriteLogLine): IntegratorHandlers => {
    const hip = taking(sides.hipForm, clientWith(sides.hip, log));
    const own = joined(hip, taking(sides.hiuForm, clientWith(sides.hiu, log)));
    return { ...own, ...change(own, log) };
  };
  return () => stageClient(client, { ...transferTarget, ...target });
}

/** The same client, which declares its forms of keys so, or not at all. */
export const declareKeyForms =
  (forms: TransferKeyForms | undefined) =>
  (own: IntegratorHandlers): Pick<IntegratorHandlers, 'initialize'> => ({
    initialize: async (params) => {
      const { transferKeyForms: _own, ...about } = await own.initialize(params);
      return { ...about, ...(forms && { transferKeyForms: forms }) };
    },
  });

/** Reads keys in some codings alone. */
export const acceptKeyForms = (...codings: readonly KeyForm[]): Pick<TransferSeams, 'readPeer'> => ({
  readPeer: (material, about) => {
    const peer = rightly.readPeer(material, about);
    if (codings.includes(peer.keyForm)) return peer;
    throw new RefusalError('the public key cannot be parsed');
  },
});

function clientWith(change: TransferChange = {}, log: WriteLogLine): IntegratorHandlers {
  const changed = typeof change === 'function' ? change(log) : change;
  return integratorWith({ transfer: { ...rightly, ...changed } }, log);
}

/** A client that takes keys of one form, and declares no other. */
function taking(form: CurveForm | undefined, own: IntegratorHandlers): IntegratorHandlers {
  if (form === undefined) return own;
  return {
    ...own,
    initialize: (params) =>
      own.initialize({ ...params, readings: { ...params.readings, 'curve-form': form } }),
  };
}

function joined(hip: IntegratorHandlers, hiu: IntegratorHandlers): IntegratorHandlers {
  return {
    ...hip,
    initialize: async (params) => {
      await hiu.initialize(params);
      return hip.initialize(params);
    },
    'transfer.open': hiu['transfer.open'],
    'transfer.decrypt': hiu['transfer.decrypt'],
    shutdown: async (params) => {
      await hiu.shutdown(params);
      return hip.shutdown(params);
    },
  };
}

/** An HIP with a mistake; its HIU has none. */
export function brokenHip(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  hip: TransferChange,
): Mutant {
  return brokenIntegrator(name, breaks, story, { start: startTransferSides({ hip }) });
}

/** An HIU with a mistake; its HIP has none. */
export function brokenHiu(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  hiu: TransferChange,
): Mutant {
  return brokenIntegrator(name, breaks, story, { start: startTransferSides({ hiu }) });
}
