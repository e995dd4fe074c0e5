import type { KeyMaterial } from '../../../support/adapter/protocol';
import type { HarmlessSubject } from '../../mutant';
import { harmlessIntegrator } from '../specimens';
import { startClientWithHandlers } from '../stage';
import { rightly, startTransferHandlers, startTransferSides } from './sides';

type Handler<Params, Result> = (params: Params) => Result | Promise<Result>;

/** Returns a handler that ends the calls in another way if `own` refuses them. */
function ending<Params, Result>(own: Handler<Params, Result>, end: () => unknown): Handler<Params, Result> {
  return async (params) => {
    try {
      return await own(params);
    } catch {
      return end() as Result;
    }
  };
}

/** JSON cannot contain such a number, so the adapter answers -32603, as JSON-RPC libraries do for an exception. */
const crash = (): unknown => ({ bundle: 1n });

/** Any error but a refusal becomes -32000. */
const fail = (): never => {
  throw new Error('something went wrong');
};

const transfersEnding = (end: () => unknown) =>
  startTransferHandlers((own) => ({
    'transfer.encrypt': ending(own['transfer.encrypt'], end),
    'transfer.decrypt': ending(own['transfer.decrypt'], end),
  }));

const fieldsEnding = (end: () => unknown) =>
  startClientWithHandlers((own) => ({
    ...own,
    'field.encrypt': ending(own['field.encrypt'], end),
  }));

/** An HIP that fills in key material before it reads it. */
const filling = (fill: (material: KeyMaterial) => KeyMaterial) =>
  startTransferSides({
    hip: { readPeer: (material, about) => rightly.readPeer(fill(material), about) },
  });

/** Clients that refuse calls with another error than -32001, or accept empty names. */
export const harmlessRefusals: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'transfers-refused-by-internal-error',
    'Whatever is unusual in a transfer ends in an unhandled exception.',
    { start: transfersEnding(crash) },
    {
      'HDT-01': 'inconclusive',
      'HDT-02': 'inconclusive',
      'HDT-12': 'inconclusive',
      'HDT-13': 'inconclusive',
      'HDT-16': 'inconclusive',
    },
  ),
  harmlessIntegrator('transfers-refused-by-failure', 'A refused transfer is answered as a failure.', {
    start: transfersEnding(fail),
  }),
  harmlessIntegrator(
    'long-value-refused-by-internal-error',
    'A value that is too long ends in an unhandled exception.',
    { start: fieldsEnding(crash) },
    { 'ENC-14': 'inconclusive' },
  ),
  harmlessIntegrator('long-value-refused-by-failure', 'A value that is too long is answered as a failure.', {
    start: fieldsEnding(fail),
  }),
  harmlessIntegrator('algorithm-by-default', 'An empty algorithm is read as the usual one.', {
    start: filling((material) => ({ ...material, cryptoAlg: material.cryptoAlg || 'ECDH' })),
  }),
  harmlessIntegrator('curve-by-default', 'An empty curve is read as the usual one.', {
    start: filling((material) => ({ ...material, curve: material.curve || 'Curve25519' })),
  }),
];
