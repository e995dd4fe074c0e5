import pc from 'picocolors';
import { adapterMethods } from '../adapter/protocol';
import type { AdapterOffer } from '../adapter/roles';
import { integratorRoles, missingForRole } from '../adapter/roles';
import { serveStdio } from '../adapter/serve-stdio';
import { EnvironmentError } from '../contract/outcome';
import { printableBlock, printableLine } from '../contract/printable';
import { withOpenRun } from '../run/open-run';
import type { Run } from '../run/run';
import { embeddedTarget } from '../run/targets';
import type { AdapterSession } from '../scenarios/integrator/adapter-session';
import { openAdapter } from '../scenarios/integrator/adapter-session';
import { certifiedServicesOf } from '../scenarios/integrator/drivers';
import { ConfigurationError } from '../targets/errors';
import { exitCodes } from './exit-codes';
import type { FirstCertificate } from './first-meeting';
import { tryFirstCertificates, tryFirstSession } from './first-meeting';
import type { Surroundings } from './surroundings';
import { printLine } from './surroundings';
import { warnOfTlsVariable } from './warn-of-tls-variable';
import { createIntegrator } from '../client/integrator';

interface AdapterOptions {
  readonly serve?: true;
  readonly check?: true;
}

const unusable = exitCodes.incomplete;

/**
 * `conform adapter`: serves the suite's own client as an adapter (--serve), or tries out another adapter
 * (--check).
 */
export async function runAdapterCommand(
  command: readonly string[],
  options: AdapterOptions,
  surroundings: Surroundings,
): Promise<number> {
  warnOfTlsVariable(surroundings);
  if (options.serve === true) {
    await serveStdio(createIntegrator(), surroundings.stdin, surroundings.stdout);
    return 0;
  }
  if (options.check === true && command.length > 0) {
    const target = { ...embeddedTarget, integrator: { command }, mockTls: false };
    return withOpenRun({ target, profile: 'adapter', subjects: ['integrator'] }, (run) =>
      check(run, surroundings),
    );
  }
  throw new ConfigurationError(
    'neither --serve nor --check with a command was given',
    { at: 'adapter' },
    'as in: npx conform adapter --check java -jar adapter.jar',
  );
}

async function check(run: Run, surroundings: Surroundings): Promise<number> {
  try {
    const adapter = await openAdapter(run, { name: 'check', title: 'A session', calls: 1, piecewise: true });
    const { name, version } = adapter.about.implementation;
    printLine(
      surroundings,
      `${pc.green('✓')} speaks protocol ${adapter.about.protocolVersion}: ${printableLine(`${name} ${version}`)}`,
    );
    const offered = adapterMethods.filter((method) => adapter.offers(method) && !lifecycle.includes(method));
    for (const method of adapterMethods)
      if (!lifecycle.includes(method))
        printLine(surroundings, `${offered.includes(method) ? pc.green('✓') : pc.dim('–')} ${method}`);
    const good = offered.includes('session.create')
      ? await trySession(run, adapter, surroundings)
      : offered.length > 0;
    const tried = good ? await tryCertificates(run, adapter, surroundings) : [];
    for (const line of roleLines(adapter.about, tried)) printLine(surroundings, line);
    if (offered.length === 0)
      printLine(surroundings, `${pc.red('✗')} it offers nothing yet: begin with session.create`);
    await adapter.close();
    return good ? 0 : unusable;
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    printLine(surroundings, `${pc.red('✗')} ${printableBlock(error.message)}`);
    return unusable;
  }
}

/**
 * Returns one line for each role. The line shows whether the adapter can play the role, or which methods it
 * lacks.
 */
function roleLines(offer: AdapterOffer, tried: readonly FirstCertificate[]): string[] {
  return integratorRoles.map((role) => {
    const lacking = role === 'registry' ? lackingForRegistry(offer, tried) : missingForRole(role, offer);
    return lacking.length === 0
      ? `${pc.green('✓')} can play the role ${role}`
      : `${pc.dim('–')} role ${role}: not without ${lacking.join(', ')}`;
  });
}

/**
 * Returns the methods that the adapter lacks for the role `registry`. An adapter without `otp.verify` may
 * send fields only to the identity service. Such an adapter can play the role only if one of its requests
 * reached the registry.
 */
function lackingForRegistry(offer: AdapterOffer, tried: readonly FirstCertificate[]): string[] {
  const lacking = missingForRole('registry', offer);
  if (lacking.length > 0 || offer.capabilities.includes('otp.verify')) return lacking;
  const isReached = tried.some(({ service, reached }) => service === 'registry' && reached);
  return isReached ? [] : ['otp.verify or fields.send to a path of the registry'];
}

const lifecycle: readonly string[] = ['initialize', 'shutdown'];

/**
 * Prints a warning for each certificate that the client probably cannot read. Tries only the services that
 * belong to roles the adapter can play.
 */
async function tryCertificates(
  run: Run,
  adapter: AdapterSession,
  surroundings: Surroundings,
): Promise<FirstCertificate[]> {
  const services = certifiedServicesOf(run).filter(
    (service) => missingForRole(service, adapter.about).length === 0,
  );
  const tried = await tryFirstCertificates(run, adapter, services);
  for (const { unread } of tried)
    if (unread !== undefined) printLine(surroundings, `${pc.yellow('!')} ${printableLine(unread)}`);
  return tried;
}

/**
 * Asks the adapter for a session and prints the outcome. Returns whether the session request reached the
 * gateway and succeeded.
 */
async function trySession(run: Run, adapter: AdapterSession, surroundings: Surroundings): Promise<boolean> {
  const { sent, succeeded, answer, arrived } = await tryFirstSession(run, adapter);
  const good = sent && succeeded;
  printLine(
    surroundings,
    `${good ? pc.green('✓') : pc.red('✗')} session.create: ${printableLine(answer)}; ${arrived}`,
  );
  return good;
}
