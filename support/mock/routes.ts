import type { PathStandIns } from '../contract/operations';
import { operationPath, operations } from '../contract/operations';
import type { ReadingValues } from '../contract/readings';
import { enrolmentPaths } from './enrolment';
import { registryPrefix } from './registry';
import type { DocumentedName, MockService, Route } from './seams';

/** The services that a mock plays, in the order of their ports. */
export const services: readonly MockService[] = ['gateway', 'identity', 'registry', 'dummyPayer', 'provider'];

/** The request lines that a service answers: the documented ones (clause 4), and those that are readings or our own. */
export function routesOf(service: MockService, paths: PathStandIns, readings: ReadingValues): Route[] {
  const documented = operations
    .filter((each) => each.service === service && each.receiver === 'service')
    .map(({ id, method }) => ({ method, path: operationPath(id, paths), operation: id as DocumentedName }));
  const routes: Route[] = [...documented, ...besides[service](paths, readings)];
  return service === 'registry'
    ? routes.map((route) => ({ ...route, path: registryPrefix + route.path }))
    : routes;
}

type Besides = (paths: PathStandIns, readings: ReadingValues) => Route[];

const besides: Readonly<Record<MockService, Besides>> = {
  gateway: (_paths, readings) => [
    { method: 'GET', path: readings['callback-certificates'], operation: 'jwks' },
  ],
  identity: (paths) => [
    { method: 'POST', path: enrolmentPaths.identity(paths), operation: 'fields.identity' },
  ],
  registry: () => [{ method: 'POST', path: enrolmentPaths.registry(), operation: 'fields.registry' }],
  dummyPayer: () => [],
  provider: (_paths, readings) => [
    { method: 'POST', path: readings['payment-ack'], operation: 'payment.acknowledge' },
  ],
};
