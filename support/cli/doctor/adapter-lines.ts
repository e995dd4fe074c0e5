import { isOwnNode } from '../../adapter/child-environment';
import { formsOfSide } from '../../adapter/key-forms';
import type { InitializeResult } from '../../adapter/protocol';
import type { IntegratorRole } from '../../adapter/roles';
import { isIntegratorRole, missingForRole } from '../../adapter/roles';
import { EnvironmentError } from '../../contract/outcome';
import { createRecorder } from '../../exchange/recorder';
import { createRecording } from '../../exchange/recording';
import type { Run } from '../../run/run';
import { targetFileCaOptions } from '../../run/run';
import type { AdapterSession } from '../../scenarios/integrator/adapter-session';
import { openAdapter } from '../../scenarios/integrator/adapter-session';
import { certifiedServicesOf } from '../../scenarios/integrator/drivers';
import type { IntegratorTarget } from '../../targets/target';
import { whyCallbacksImpossible } from '../../targets/target';
import type { DoctorLine } from './line';
import { badLine, goodLine, ownNodeName, unknownLine, warningLine } from './line';
import { tryFirstCertificates, tryFirstSession } from '../first-meeting';
import { unlimitedRate } from '../../client/rate-limiter';
import { createSender } from '../../client/sender';

const byHand = 'by hand: nothing to start here; conform run asks for each act';
const leftByHand =
  'a run by hand does not show how the client handles values too long for OAEP: that takes an adapter with field.encrypt';

/**
 * Starts a target's adapter and checks it against the target's roles. If a person operates the client by
 * hand, only reports the limits of such a run, and checks the callback address for the role `provider`.
 */
export async function* adapterLines(run: Run): AsyncGenerator<DoctorLine> {
  const { integrator } = run.target;
  if (integrator === undefined) return;
  if (integrator.manual === true) {
    const encrypts = run.target.roles.some((role) => role === 'identity' || role === 'registry');
    yield encrypts ? warningLine('adapter', `${byHand}; ${leftByHand}`) : unknownLine('adapter', byHand);
    const uncalled = run.target.roles.includes('provider') ? whyCallbacksImpossible(run.target) : undefined;
    if (uncalled !== undefined) yield warningLine('role provider', `not tested: ${uncalled}`);
    else if (run.target.roles.includes('provider') && integrator.callbackUrl !== undefined)
      yield await callbackLine(run, integrator.callbackUrl, warningLine, notAtWork);
    return;
  }
  try {
    const plan = { name: 'doctor', title: 'A first meeting', calls: 1, piecewise: true };
    const adapter = await openAdapter(run, plan);
    yield* met(run, adapter);
    await adapter.close();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const [summary = '', ...rest] = error.message.split('\n');
    yield badLine('adapter', [`${summary}${nodeNote(integrator)}`, ...rest].join('\n'));
  }
}

/** Names the Node that runs the adapter if the target's command is `node` without a path. */
function nodeNote({ command: [program = ''] = [] }: IntegratorTarget): string {
  return isOwnNode(program) ? `; it runs under ${ownNodeName}` : '';
}

async function* met(run: Run, adapter: AdapterSession): AsyncGenerator<DoctorLine> {
  const { about } = adapter;
  const { name, version } = about.implementation;
  const own = run.target.integrator?.command === undefined && run.target.integrator?.url === undefined;
  const roles = run.target.roles.filter(isIntegratorRole);
  yield goodLine(
    'adapter',
    `${name} ${version}${own ? ", the suite's own client: the target names no other" : nodeNote(run.target.integrator ?? {})}`,
  );
  for (const role of roles) yield roleLine(role, about);
  yield* keyLines(run, roles, about);
  if (roles.includes('provider') && about.callbackUrl !== undefined)
    yield await callbackLine(run, about.callbackUrl);
  const session = adapter.offers('session.create') ? await sessionLine(run, adapter) : undefined;
  if (session !== undefined) yield session;
  if (session?.state !== 'bad') yield* await certificateLines(run, adapter);
}

function roleLine(role: IntegratorRole, about: InitializeResult): DoctorLine {
  const lacking = missingForRole(role, about);
  const name = `role ${role}`;
  if (lacking.length === 0) return goodLine(name, 'the adapter offers what it cannot do without');
  // A provider is tested with the methods that its adapter offers, if it can be called back.
  return role === 'provider' && about.callbackUrl !== undefined
    ? warningLine(
        name,
        `tested without ${lacking.join(', ')}: the obligations that need them stay not tested, so a certificate is not possible (docs/guides/adapter.md lists them)`,
      )
    : badLine(
        name,
        `not without ${lacking.join(', ')}: offer that, or take the role out of integrator.roles`,
      );
}

/** Reports a missing encryption key and missing transfer key forms in the answer to `initialize`. */
function keyLines({ target }: Run, roles: readonly IntegratorRole[], about: InitializeResult): DoctorLine[] {
  const { readings } = target;
  const keyless = about.encryptionKey === undefined && readings.envelope === 'jwe';
  return [
    ...(readings['curve-form'] === 'as-declared' ? formLines(roles, about) : []),
    ...(roles.includes('provider') && keyless
      ? [
          badLine(
            'encryption key',
            'initialize answers no encryptionKey: name it, or set readings.envelope to json',
          ),
        ]
      : []),
  ];
}

/**
 * Warns if the adapter does not declare which key forms its client accepts, because a run must then try each
 * form.
 */
function formLines(roles: readonly IntegratorRole[], { transferKeyForms }: InitializeResult): DoctorLine[] {
  const sides = (['hip', 'hiu'] as const).filter((side) => roles.includes(side));
  const open = sides.filter((side) => formsOfSide(transferKeyForms, side).takes === undefined);
  if (open.length === 0) return [];
  const [member, places] =
    transferKeyForms === undefined
      ? (['transferKeyForms', 'them'] as const)
      : ([`transferKeyForms.${open.map((side) => `${side}.takes`).join(' and ')}`, 'it'] as const);
  return [
    warningLine(
      'transfer keys',
      `initialize answers no ${member}: each form is tried; name ${places}, or set readings.curve-form`,
    ),
  ];
}

/**
 * Makes the client create a session, to check whether it reaches the suite's mock services and trusts their
 * certificate.
 */
async function sessionLine(run: Run, adapter: AdapterSession): Promise<DoctorLine> {
  const name = 'client reaches the suite';
  const { sent, succeeded, answer, arrived, usesCredentials } = await tryFirstSession(run, adapter);
  // The suite answers a session request with one wrong credential, but a gateway refuses it.
  if (sent && succeeded)
    return (usesCredentials ? goodLine : warningLine)(name, `session.create: ${arrived}`);
  if (sent) return badLine(name, `${arrived}, and session.create answered: ${answer}`);
  return badLine(
    name,
    `session.create sent nothing here (${answer}): does the client use services and caCertificate of initialize?`,
  );
}

/** Checks whether the client can read service certificates in the form that the target's readings describe. */
async function certificateLines(run: Run, adapter: AdapterSession): Promise<DoctorLine[]> {
  const name = 'client reads certificates';
  const tried = await tryFirstCertificates(run, adapter, certifiedServicesOf(run));
  const unread = tried.flatMap((each) => each.unread ?? []);
  if (unread.length > 0) return [badLine(name, unread.join('\n'))];
  // Report only unreadable certificates here, because a run reports other failures itself.
  if (tried.length === 0 || !tried.every(({ succeeded }) => succeeded)) return [];
  return [
    goodLine(
      name,
      `${tried.length === 1 ? 'that' : 'those'} of ${tried.map((each) => each.service).join(' and ')}`,
    ),
  ];
}

const maxBytes = 64 * 1024;

/** The hint for a client that a person operates by hand, because that person may not have started it yet. */
const notAtWork = 'is your system at work, and does it listen on that port?';

/** Checks whether anything answers at the integrator's callback address. Any HTTP answer is good. */
async function callbackLine(
  run: Run,
  callbackUrl: string,
  wrong = badLine,
  silent = 'does the client listen before it answers initialize, and on that port?',
): Promise<DoctorLine> {
  const name = 'callbackUrl';
  if (!URL.canParse(callbackUrl))
    return badLine(name, `${callbackUrl} is not an address, as in http://127.0.0.1:9000`);
  // Use a throwaway recording, because this request is not an exchange with a service.
  const sender = createSender({
    recorder: createRecorder(createRecording(), run.evidence.keeper),
    bounds: { deadlineMs: run.target.limits.timeoutMs, maxBytes },
    pace: unlimitedRate,
    ...targetFileCaOptions(run),
  });
  const request = { service: 'provider', method: 'GET', url: `${callbackUrl}/`, headers: {} } as const;
  const { failure } = (await sender.send(request)).exchange;
  if (failure === undefined) return goodLine(name, `${callbackUrl} answers`);
  const hint =
    failure.kind === 'tls' ? 'its certificate does not verify: give its authority in tls.ca' : silent;
  return wrong(name, `${callbackUrl} ${failure.code}: ${hint}`);
}
