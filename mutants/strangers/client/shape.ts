import type { AdapterHandlers } from '../../../support/adapter/handlers';
import type { AdapterMethod } from '../../../support/adapter/protocol';
import type { IntegratorRole } from '../../../support/adapter/roles';
import type { IntegratorSeams } from '../../../support/client/integrator';
import { conformingSeams } from '../../../support/client/integrator';
import type { ProviderSeams } from '../../../support/client/integrator/payer/seams';
import type { TransportMaker } from '../../../support/client/integrator/transport';
import type { OutgoingRequest, RawAnswer } from '../../../support/client/sender';
import type { ReadingId, ReadingOverrides } from '../../../support/contract/readings';
import { resolveReadings } from '../../../support/contract/readings';
import type { Target } from '../../../support/targets/target';
import { keepingMethods } from '../../integrator/single-roles';
import { integratorTarget, integratorWith } from '../../integrator/stage';
import type { Stage } from '../../mutant';
import { methodsOfRoles } from './methods';

type Send = (request: OutgoingRequest) => Promise<RawAnswer>;

/** Sends a request. `send` sends it to the next layer, and the last layer to the network. */
export type SendLayer = (request: OutgoingRequest, send: Send) => Promise<RawAnswer>;

/**
 * The shape of a client: the differences between it and the suite's own client. A list holds one layer for each
 * dimension that adds to it, and each layer changes the result of the layers before it.
 */
export interface ClientShape {
  readonly roles: readonly IntegratorRole[];
  /** Methods of the roles that the client does not offer. */
  readonly without: readonly AdapterMethod[];
  /** Methods that no role needs and that the client offers. */
  readonly besides: readonly AdapterMethod[];
  /** Replace parts of the client. No two dimensions replace the same part. */
  readonly seams: readonly ((own: IntegratorSeams) => Partial<IntegratorSeams>)[];
  readonly payer: readonly ((own: ProviderSeams) => Partial<ProviderSeams>)[];
  /** Act on each request on its way to the network. Called once for each process of the client. */
  readonly layers: readonly (() => SendLayer)[];
  /** Sends the requests that the layers return. Only one dimension has it. */
  readonly transport: TransportMaker | undefined;
  /** Change how the adapter answers calls. */
  readonly handlers: readonly ((own: AdapterHandlers) => AdapterHandlers)[];
  /** Readings that the target sets. */
  readonly said: ReadingOverrides;
  readonly target: readonly ((target: Target) => Target)[];
}

export type ClientPart = Partial<ClientShape>;

/** The roles of the plain client. */
export const plainRoles: readonly IntegratorRole[] = ['session', 'identity', 'registry'];

const plainShape: ClientShape = {
  roles: plainRoles,
  without: [],
  besides: [],
  seams: [],
  payer: [],
  layers: [],
  transport: undefined,
  handlers: [],
  said: {},
  target: [],
};

/** Joins the parts that the values of a subject add. */
export function clientShapeOf(parts: readonly ClientPart[]): ClientShape {
  return parts.reduce<ClientShape>(
    (whole, part) => ({
      roles: part.roles ?? whole.roles,
      without: [...whole.without, ...(part.without ?? [])],
      besides: [...whole.besides, ...(part.besides ?? [])],
      seams: [...whole.seams, ...(part.seams ?? [])],
      payer: [...whole.payer, ...(part.payer ?? [])],
      layers: [...whole.layers, ...(part.layers ?? [])],
      transport: part.transport ?? whole.transport,
      handlers: [...whole.handlers, ...(part.handlers ?? [])],
      said: { ...whole.said, ...part.said },
      target: [...whole.target, ...(part.target ?? [])],
    }),
    plainShape,
  );
}

/** A callback may need a second on a busy machine. The suite does not search for leading zeros, which needs minutes. */
const limits = { ...integratorTarget.limits, callbackMs: 5000, searchMs: 0 };

/** Returns a client of this shape, and its target. */
export function stageOfClient(shape: ClientShape): Stage {
  const { roles, said } = shape;
  const overridden = Object.keys(said) as ReadingId[];
  const target: Target = {
    ...integratorTarget,
    name: 'stranger',
    roles,
    limits,
    readings: resolveReadings(said),
    overridden,
  };
  return {
    target: shape.target.reduce((changed, change) => change(changed), target),
    client: (log) => clientOf(shape, log),
    close: () => Promise.resolve(),
  };
}

function clientOf(shape: ClientShape, log: (line: string) => void): AdapterHandlers {
  const { roles, without, besides, handlers } = shape;
  const methods = [...methodsOfRoles(roles), ...besides].filter((each) => !without.includes(each));
  const own: AdapterHandlers = integratorWith(seamsOf(shape), log);
  return handlers.reduce((changed, layer) => layer(changed), keepingMethods(own, methods));
}

function seamsOf({ seams, payer, layers, transport }: ClientShape): Partial<IntegratorSeams> {
  const changed = seams.reduce<IntegratorSeams>((own, layer) => ({ ...own, ...layer(own) }), conformingSeams);
  const { log: _toStderr, ...kept } = changed;
  return {
    ...kept,
    payer: payer.reduce<ProviderSeams>((own, layer) => ({ ...own, ...layer(own) }), changed.payer),
    transport: withLayers(transport ?? changed.transport, layers),
  };
}

function withLayers(make: TransportMaker, layers: ClientShape['layers']): TransportMaker {
  return (ca) => {
    const own = make(ca);
    const network: Send = (request) => own.send(request);
    // The first layer comes first: content before text, and text before the wire.
    const send = layers
      .map((layer) => layer())
      .reduceRight<Send>((next, layer) => (request) => layer(request, next), network);
    return { send };
  };
}
