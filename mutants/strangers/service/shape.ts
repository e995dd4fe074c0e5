import type { ReadingId, ReadingOverrides } from '../../../support/contract/readings';
import { resolveReadings } from '../../../support/contract/readings';
import type { MockAccount } from '../../../support/mock/account';
import type { PayerSeams } from '../../../support/mock/payer/seams';
import type {
  MockHandler,
  MockKeys,
  MockOperation,
  MockReply,
  MockRequest,
  MockSeams,
  MockState,
  SeamOverrides,
} from '../../../support/mock/seams';
import { defaultHandlers } from '../../../support/mock/services';
import type { ServicePaths } from '../../../support/mock/start-mock';
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
export async function stageService(shape: ServiceShape): Promise<Stage> {
  const { account, keys, servicePaths, said } = shape;
  const readings = resolveReadings(joined(said, shape.unsaid));
  const stage = await stageMock({
    account,
    keys,
    servicePaths,
    readings,
    seams: (own) => seamsOf(shape, own),
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

function seamsOf(shape: ServiceShape, own: MockSeams): SeamOverrides {
  const others = shape.seams.map((layer) => layer(own));
  const handlers = Object.assign(
    {},
    defaultHandlers,
    ...others.map((each) => each.handlers),
  ) as typeof defaultHandlers;
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
