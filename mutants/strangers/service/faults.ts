import type { MockOperation, MockSeams, MockService } from '../../../support/mock/seams';
import type { MockOptions } from '../../../support/mock/start-mock';
import { startMock } from '../../../support/mock/start-mock';
import { operations } from '../../../support/contract/operations';
import { isServiceNamed } from '../../../support/judging/scope';
import type { ObligationId } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';
import type { Target } from '../../../support/targets/target';
import { serviceSpecimens } from '../../catalogue';
import type { Mutant } from '../../mutant';
import { stageLimits, startWith, targetOf } from '../../stage';
import type { Dimension, DimensionValue, Space } from '../dimension';
import type { StrangerFault } from '../kind';
import { withoutOccasion } from './occasions';
import { pathsOfOptions, pathsOfShape, pathsOfTarget } from './seam-paths';
import type { ServicePart } from './shape';
import { shapeOf } from './shape';

/** The faults that random services can have, and the other mutants, each with the reason. */
export interface ServiceFaults {
  readonly faults: readonly StrangerFault[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/** The parts that a mutant replaces. */
interface Probe {
  readonly mutant: Mutant;
  /** The paths of the parts of the mock, and of the readings of the target. */
  readonly paths: readonly string[];
  /** The reason that random services cannot have the fault; `undefined` if they can. */
  readonly leftOut?: string;
}

const mutants = serviceSpecimens.filter((each): each is Mutant => each.kind === 'mutant');

/** Returns the mutants of services as faults. Starts each one without a mock, to find the parts that it replaces. */
export async function findServiceFaults(space: Space<ServicePart>): Promise<ServiceFaults> {
  const plain = await plainMock();
  const [probes, dimensions] = await Promise.all([
    Promise.all(mutants.map((mutant) => probe(mutant, plain))),
    Promise.all(space.dimensions.map((each) => pathsOfDimension(each, plain.seams))),
  ]);
  return {
    faults: probes
      .filter(({ leftOut }) => leftOut === undefined)
      .map((each) => faultOf(each, space, dimensions, plain.target)),
    leftOut: probes.flatMap(({ mutant: { name }, leftOut }) =>
      leftOut === undefined ? [] : [{ name, reason: leftOut }],
    ),
  };
}

interface PlainMock {
  readonly seams: MockSeams;
  readonly target: Target;
}

async function plainMock(): Promise<PlainMock> {
  let seams: MockSeams | undefined;
  const mock = await startMock({
    tls: false,
    seams: (own) => {
      seams = own;
      return {};
    },
  });
  await mock.close();
  if (seams === undefined) throw new Error('the mock has no parts');
  return { seams, target: targetOf(mock) };
}

async function probe(mutant: Mutant, plain: PlainMock): Promise<Probe> {
  // These mutants make keys for their certificates, which is slow.
  if (mutant.breaks.join() === 'SEC-02')
    return { mutant, paths: [], leftOut: 'it is in the connections, and the front of a shape has others' };
  const staged: MockOptions[] = [];
  const stage = await startWith((options) => {
    staged.push(options);
    return Promise.resolve({ target: plain.target, close: () => Promise.resolve() });
  }, mutant.start);
  await stage.close();
  const paths = [
    ...staged.flatMap((options) => pathsOfOptions(options, plain.seams)),
    ...pathsOfTarget(stage.target.overridden),
  ];
  const leftOut = whyLeftOut(mutant, staged, stage.target, plain.target);
  return { mutant, paths, ...(leftOut !== undefined && { leftOut }) };
}

function whyLeftOut(
  { breaks }: Mutant,
  [options]: readonly MockOptions[],
  target: Target,
  plain: Target,
): string | undefined {
  if (options === undefined) return 'it starts a listener that a shape cannot change';
  if (typeof options.tls === 'object') return 'it has a certificate, and the front of a shape has another';
  if (target.services !== plain.services) return 'it changes the addresses of the services';
  if (target.limits !== stageLimits) return 'it hangs, and has other limits than its shape';
  if (target.fieldProfile !== undefined) return 'its target takes all readings from a field profile';
  return breaks.length === 0 ? 'it breaks no obligation' : undefined;
}

/** For each value of a dimension, the paths that it replaces. */
type PathsOfValues = readonly (readonly string[])[];

function pathsOfDimension({ values }: Dimension<ServicePart>, own: MockSeams): Promise<PathsOfValues> {
  return Promise.all(
    values.map(async ({ change }) => pathsOfShape(shapeOf([(await change?.()) ?? {}]), own)),
  );
}

function faultOf(
  { mutant: { name, breaks }, paths }: Probe,
  { dimensions }: Space<ServicePart>,
  replaced: readonly PathsOfValues[],
  target: Target,
): StrangerFault {
  const excludes = dimensions.flatMap(({ values }, dimension) =>
    values.flatMap((value, index) => {
      const both = paths.filter((path) => replaced[dimension]?.[index]?.includes(path));
      const reason =
        both.length > 0
          ? `both replace ${[...new Set(both)].join(' and ')}`
          : hindrance(value, breaks, paths, target);
      return reason === undefined ? [] : [{ words: [value.words], reason }];
    }),
  );
  return { name, breaks, excludes: [...excludes, ...withoutOccasion.filter(({ by }) => by.includes(name))] };
}

/** Returns why a fault cannot show on a subject with this value. */
function hindrance(
  { allows = {}, departs, change }: DimensionValue<ServicePart>,
  breaks: readonly ObligationId[],
  paths: readonly string[],
  target: Target,
): string | undefined {
  const open = breaks.filter((id) => allows[id] !== undefined);
  if (open.length > 0) return `the value leaves ${open.join(' and ')} open`;
  const departed = breaks.filter((id) => departs?.breaks.includes(id));
  if (departed.length > 0) return `the value breaks ${departed.join(' and ')} itself`;
  const part = change?.();
  if (part === undefined || part instanceof Promise || part.target === undefined) return undefined;
  const { services } = part.target.reduce((each, edit) => edit(each), target);
  if (breaks.every((id) => !concerns(id, services))) return 'the target lacks the service that has the fault';
  return isElsewhere(paths, services) ? 'the fault is in a service that the target lacks' : undefined;
}

/** Returns whether an obligation concerns a target with these services. */
function concerns(id: ObligationId, services: Target['services']): boolean {
  const { roles } = contractObligations.get(id);
  return (
    roles.some((role) => isServiceNamed(role, { services })) &&
    (!roles.includes('payer') || services.provider !== undefined)
  );
}

/** Returns whether a fault replaces operations, and only those of services that the target does not have. */
function isElsewhere(paths: readonly string[], services: Target['services']): boolean {
  const owners = paths.map(serviceOf);
  return (
    owners.length > 0 && owners.every((service) => service !== undefined && services[service] === undefined)
  );
}

/** Returns the service of the handler with this path; `undefined` for other parts of the mock. */
function serviceOf(path: string): MockService | undefined {
  const name = path.replace(/^handlers\//, '') as MockOperation;
  return operations.find(({ id }) => id === name)?.service;
}
