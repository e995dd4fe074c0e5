import { registryPrefix } from '../contract/bases';
import { enrolmentPaths } from '../contract/enrolment-paths';
import type { ConfiguredSegments } from '../contract/operations';
import {
  operations,
  pathsOfOperation,
  placeholderPattern,
  withConfiguredSegments,
  fillPathSegments,
} from '../contract/operations';
import type { FieldService, ReadingValues } from '../contract/readings';
import { mobileOtpPath } from '../contract/readings';
import type { DocumentedName, MockService, MockOperation, MockRoute } from './seams';

/** The services of a mock, in the order of their ports. */
export const mockServices: readonly MockService[] = [
  'gateway',
  'identity',
  'registry',
  'dummyPayer',
  'provider',
];

/**
 * Returns a service's routes: the documented operations (clause 4), the operations with paths from the
 * target's readings, and the suite's own enrolment operations.
 */
export function routesOf(
  service: MockService,
  own: ConfiguredSegments,
  readings: ReadingValues,
): MockRoute[] {
  const documented = operations
    .filter((each) => each.service === service && each.receiver === 'service')
    .flatMap((each) =>
      pathsOfOperation(each, readings['payer-segment']).map((path): Line => {
        return { method: each.method, path, operation: each.id as DocumentedName };
      }),
    );
  const prefix = service === 'registry' ? registryPrefix : '';
  return [...documented, ...besides[service](readings)].map((line) => ({
    ...line,
    path: prefix + fillPathSegments(line.path, own),
    pattern:
      prefix +
      withConfiguredSegments(line.path, own).replace(
        /\{(\w+)\}/g,
        (_, name: string) => `:${name}(${placeholderPattern(name)})`,
      ),
  }));
}

/**
 * Finds the provider's operation for a path with a prefix (clause 4.6): the path must end with the
 * operation's own path. Returns `undefined` for all other services, which do not allow a prefix.
 */
export function behindPrefix(
  service: MockService,
  method: string,
  path: string,
  routes: readonly MockRoute[],
): MockOperation | undefined {
  if (service !== 'provider') return undefined;
  return routes.find((route) => route.method === method && path.endsWith(route.path))?.operation;
}

/** A route before its placeholders, such as `{identity}`, are filled in. */
type Line = Omit<MockRoute, 'pattern'>;

/** Returns the route of a service's verify-mobile-OTP call, if the reading `mobile-otp-path` names its path. */
function mobileVerification(service: FieldService, readings: Pick<ReadingValues, 'mobile-otp-path'>): Line[] {
  const path = mobileOtpPath(readings, service);
  return path === undefined ? [] : [{ method: 'POST', path, operation: `mobileOtp.${service}` }];
}

/** Returns the route of the registry's own sessions, if the reading `registry-session` names its path. */
function registrySession({ 'registry-session': { path } }: ReadingValues): Line[] {
  return path === null ? [] : [{ method: 'POST', path, operation: 'session.registry' }];
}

const besides: Readonly<Record<MockService, (readings: ReadingValues) => Line[]>> = {
  gateway: (readings) => [{ method: 'GET', path: readings['callback-certificates'], operation: 'jwks' }],
  identity: (readings) => [
    { method: 'POST', path: enrolmentPaths.identity, operation: 'fields.identity' },
    ...mobileVerification('identity', readings),
  ],
  registry: (readings) => [
    { method: 'POST', path: enrolmentPaths.registry, operation: 'fields.registry' },
    ...mobileVerification('registry', readings),
    ...registrySession(readings),
  ],
  dummyPayer: () => [],
  provider: (readings) => [
    { method: 'POST', path: readings['payment-ack'], operation: 'payment.acknowledge' },
  ],
};
