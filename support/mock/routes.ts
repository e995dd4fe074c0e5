import type { OwnSegments } from '../contract/operations';
import { operations, pathsOf, withNamed, withSegments } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import { enrolmentPaths, registryPrefix } from './services';
import type { DocumentedName, MockService, MockOperation, Route } from './seams';

/** The services that a mock plays, in the order of their ports. */
export const services: readonly MockService[] = ['gateway', 'identity', 'registry', 'dummyPayer', 'provider'];

/** The request lines that a service answers: the documented ones (clause 4), and those that are readings or our own. */
export function routesOf(service: MockService, own: OwnSegments, readings: ReadingValues): Route[] {
  const documented = operations
    .filter((each) => each.service === service && each.receiver === 'service')
    .flatMap((each) =>
      pathsOf(each, readings['payer-segment']).map((path): Line => {
        return { method: each.method, path, operation: each.id as DocumentedName };
      }),
    );
  const prefix = service === 'registry' ? registryPrefix : '';
  return [...documented, ...besides[service](readings)].map((line) => ({
    ...line,
    path: prefix + withSegments(line.path, own),
    pattern: prefix + withNamed(line.path, own).replace(/\{(\w+)\}/g, ':$1(.+)'),
  }));
}

/** The operation behind a prefix of a client's own, which is right for those of the provider alone (clause 4.6). */
export function behindPrefix(
  service: MockService,
  method: string,
  path: string,
  routes: readonly Route[],
): MockOperation | undefined {
  if (service !== 'provider') return undefined;
  return routes.find((route) => route.method === method && path.endsWith(route.path))?.operation;
}

/** With stand-ins as the contract writes them. */
type Line = Omit<Route, 'pattern'>;

const besides: Readonly<Record<MockService, (readings: ReadingValues) => Line[]>> = {
  gateway: (readings) => [{ method: 'GET', path: readings['callback-certificates'], operation: 'jwks' }],
  identity: () => [{ method: 'POST', path: enrolmentPaths.identity, operation: 'fields.identity' }],
  registry: ({ 'registry-session': { path } }) => [
    { method: 'POST', path: enrolmentPaths.registry, operation: 'fields.registry' },
    ...(path === null ? [] : [{ method: 'POST', path, operation: 'session.registry' } as const]),
  ],
  dummyPayer: () => [],
  provider: (readings) => [
    { method: 'POST', path: readings['payment-ack'], operation: 'payment.acknowledge' },
  ],
};
