import { isDeepStrictEqual } from 'node:util';
import type { ReadingId, ReadingOverrides, ReadingValues } from '../../../support/contract/readings';
import { defaultReadings, resolveReadings } from '../../../support/contract/readings';
import type { MockAccount } from '../../../support/mock/account';
import type { PayerSeams } from '../../../support/mock/payer/seams';
import type {
  Handlers,
  MockHandler,
  MockKeys,
  MockOperation,
  MockReply,
  MockRequest,
  MockSeams,
  MockState,
  SeamOverrides,
} from '../../../support/mock/seams';
import type { MockOptions, ServicePaths } from '../../../support/mock/start-mock';
import type { TokenIssuer } from '../../../support/mock/token-issuer';
import type { Target } from '../../../support/targets/target';
import type { Stage } from '../../mutant';
import { stageMock, withAgreedReadings } from '../../stage';
import type { Front, Way } from './front';
import { openFront } from './front';

/** Facts about the request that a reply answers. */
export interface AnsweredCall {
  readonly operation: MockOperation;
  readonly call: MockRequest;
  readonly state: MockState;
}

export type EditReply = (reply: MockReply, about: AnsweredCall) => MockReply | Promise<MockReply>;

/**
 * The shape of a service: the differences between it and the plain mock. A list holds one layer for each dimension that
 * adds to it, and each layer changes the result of the layers before it.
 */
export interface ServiceShape {
  readonly front: Partial<Front>;
  readonly account: Partial<MockAccount>;
  readonly keys: Partial<MockKeys>;
  readonly servicePaths: ServicePaths;
  /** Readings that the mock follows and that its target does not set. */
  readonly unsaid: ReadingOverrides;
  /** Readings that the target sets and that the mock follows. */
  readonly said: ReadingOverrides;
  readonly replies: readonly EditReply[];
  readonly tokens: readonly ((own: TokenIssuer) => TokenIssuer)[];
  readonly payer: readonly ((own: PayerSeams) => Partial<PayerSeams>)[];
  /** Other parts of the mock. No two dimensions replace the same part. */
  readonly seams: readonly ((own: MockSeams) => SeamOverrides)[];
  readonly ways: readonly Way[];
  readonly target: readonly ((target: Target) => Target)[];
}

export type ServicePart = Partial<ServiceShape>;

const plainShape: ServiceShape = {
  front: {},
  account: {},
  keys: {},
  servicePaths: {},
  unsaid: {},
  said: {},
  replies: [],
  tokens: [],
  payer: [],
  seams: [],
  ways: [],
  target: [],
};

/** Joins the parts of a shape. Readings of different dimensions may set different members of one object. */
export function shapeOf(parts: readonly ServicePart[]): ServiceShape {
  return parts.reduce<ServiceShape>(
    (whole, part) => ({
      front: { ...whole.front, ...part.front },
      account: { ...whole.account, ...part.account },
      keys: { ...whole.keys, ...part.keys },
      servicePaths: { ...whole.servicePaths, ...part.servicePaths },
      unsaid: joined(whole.unsaid, part.unsaid),
      said: joined(whole.said, part.said),
      replies: [...whole.replies, ...(part.replies ?? [])],
      tokens: [...whole.tokens, ...(part.tokens ?? [])],
      payer: [...whole.payer, ...(part.payer ?? [])],
      seams: [...whole.seams, ...(part.seams ?? [])],
      ways: [...whole.ways, ...(part.ways ?? [])],
      target: [...whole.target, ...(part.target ?? [])],
    }),
    plainShape,
  );
}

function joined(first: ReadingOverrides, second: ReadingOverrides = {}): ReadingOverrides {
  const ids = [...new Set([...Object.keys(first), ...Object.keys(second)])] as ReadingId[];
  return Object.fromEntries(
    ids.map((id) => {
      const [a, b]: readonly [unknown, unknown] = [first[id], second[id]];
      const areObjects = [a, b].every(
        (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
      );
      return [id, areObjects ? { ...(a as object), ...(b as object) } : (b ?? a)];
    }),
  );
}

/** Starts a service of this shape, and its target. */
export const stageService = (shape: ServiceShape): Promise<Stage> => stageOver(shape, {});

/**
 * Starts a service of this shape, and its target.
 *
 * @param below the options of a mock with a fault. The shape changes the result of its seams. Its TLS options do
 *   not matter, because the front of the shape accepts the connections.
 */
export async function stageOver(shape: ServiceShape, below: MockOptions): Promise<Stage> {
  const { servicePaths, said } = shape;
  const stage = await stageMock({
    ...below,
    tls: false,
    account: { ...shape.account, ...below.account },
    keys: { ...shape.keys, ...below.keys },
    servicePaths,
    readings: resolveReadings(joined(joined(said, shape.unsaid), overridesIn(below.readings))),
    seams: (own) => {
      const faulty = withOverrides(own, overridesFor(own, below.seams));
      return { ...faulty, ...seamsOf(shape, faulty) };
    },
  });
  const front = await openFront(stage.target, shape.front, shape.ways);
  const opened: Stage = {
    ...stage,
    target: front.target,
    close: async () => {
      await Promise.all([stage.close(), front.close()]);
    },
  };
  const agreed = Object.keys(said).length === 0 ? opened : withAgreedReadings(opened, said);
  return { ...agreed, target: shape.target.reduce((target, change) => change(target), agreed.target) };
}

/** Returns the readings that differ from their defaults. */
export function overridesIn(readings: ReadingValues = defaultReadings): ReadingOverrides {
  return Object.fromEntries(
    Object.entries(readings).filter(
      ([id, value]) => !isDeepStrictEqual(value, defaultReadings[id as ReadingId]),
    ),
  );
}

/** Returns the overrides that the option `seams` of a mock gives. */
export const overridesFor = (own: MockSeams, seams: MockOptions['seams'] = {}): SeamOverrides =>
  typeof seams === 'function' ? seams(own) : seams;

/** Returns the parts of a mock with these overrides. */
function withOverrides(own: MockSeams, given: SeamOverrides): MockSeams {
  return {
    ...own,
    ...given,
    certificate: { ...own.certificate, ...given.certificate },
    handlers: { ...own.handlers, ...given.handlers },
    payer: { ...own.payer, ...given.payer },
  };
}

function seamsOf(shape: ServiceShape, own: MockSeams): SeamOverrides {
  const others = shape.seams.map((layer) => layer(own));
  const handlers = Object.assign({}, own.handlers, ...others.map((each) => each.handlers)) as Handlers;
  const names = Object.keys(handlers) as MockOperation[];
  const payer = shape.payer.reduce<PayerSeams>((seams, layer) => ({ ...seams, ...layer(seams) }), own.payer);
  return {
    ...(Object.assign({}, ...others) as SeamOverrides),
    tokens: shape.tokens.reduce((tokens, layer) => layer(tokens), own.tokens),
    payer,
    handlers: Object.fromEntries(names.map((name) => [name, withEdits(name, handlers[name], shape.replies)])),
  };
}

function withEdits(operation: MockOperation, handler: MockHandler, edits: readonly EditReply[]): MockHandler {
  return async (call, state) => {
    let reply = await handler(call, state);
    for (const edit of edits) reply = await edit(reply, { operation, call, state });
    return reply;
  };
}
