import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { integratorRoles } from '../adapter/roles';
import type { ServiceAddresses } from '../contract/bases';
import { constants, unnamedCmId } from '../contract/constants';
import type { FieldProfile } from '../contract/field-profile';
import { readingsOfProfile } from '../contract/field-profile';
import { isObject } from '../contract/json';
import type { ConfiguredSegments, ServiceName } from '../contract/operations';
import type { CallbackStep, PayerContent } from '../contract/payer-content';
import { callbackSteps, decisionsIn, placeholders, findUnknownPlaceholder } from '../contract/payer-content';
import type { Decision, ReadingId, ReadingValues } from '../contract/readings';
import { resolveReadings } from '../contract/readings';
import type { SecretKind } from '../contract/secrets';
import type { Role } from '../contract/words';
import { readAdapterStart, readCallbacks, secretsOfAdapter } from './adapter-start';
import { defaultParticipants } from './embedded';
import { variableAt } from './interpolate';
import { readOwnAnswers } from './own-answers';
import { undefinedIfThrows, pathSuffix, readAuthority, readFileOfTarget, readEncryption } from './pem';
import type { ProblemReporter } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import type {
  Declaration,
  IntegratorTarget,
  Limits,
  OtpCommand,
  OtpGrant,
  Product,
  TargetSecret,
  Target,
} from './target';
import { defaultLimits, manualLimits } from './target';

/** An entry of `otp` in a target file. The schema guarantees that it has either `value` or `command`. */
type OtpEntry = OtpGrant | Pick<OtpCommand, 'command'>;

/** The content of a target file that matches `schemas/target.schema.json`. */
export interface TargetFile {
  name: string;
  environment?: Target['environment'];
  product?: Product;
  facility?: string;
  operator?: string;
  edition?: string;
  extends?: string;
  services?: Partial<Record<Exclude<ServiceName, 'provider'>, string>> & {
    provider?: string | ProviderBases;
  };
  cmId?: string;
  credentials?: { clientId: string; clientSecret: string };
  dummyPayerToken?: string;
  paths?: ConfiguredSegments;
  otp?: OtpEntry | OtpEntry[];
  integrator?: IntegratorTarget & { roles?: Role[]; processes?: number };
  callback?: { listen?: string; publicUrl?: string };
  encryption?: { payerKey?: string; providerKey?: string };
  mock?: { tls?: boolean; listen?: string; publicUrl?: string; answers?: string };
  participants?: Partial<Target['participants']>;
  logs?: string[];
  tls?: { ca?: string };
  limits?: Partial<Limits>;
  declarations?: Record<string, Declaration>;
  readings?: Partial<ReadingValues>;
}

/**
 * Converts the content of a target file to a target and fills in defaults. `fieldProfile` is the profile that the file
 * extends. Reports to `problems` any mistake that a schema cannot express, such as an unreadable file.
 */
export function toTarget(
  parsed: TargetFile,
  yaml: YamlFile,
  problems: ProblemReporter,
  fieldProfile?: FieldProfile,
): Target {
  const listen = (text: string | undefined, path: readonly string[], last: number) =>
    problems.within(() => readListen(text, path, last, yaml), anyPort);
  const chosen = chosenReadings(parsed, fieldProfile);
  const { readings } = chosen;
  return {
    name: parsed.name,
    file: yaml.file,
    environment: parsed.environment ?? 'sandbox',
    ...(parsed.product && { product: parsed.product }),
    ...(parsed.facility !== undefined && { facility: parsed.facility }),
    ...(parsed.operator !== undefined && { operator: parsed.operator }),
    ...addressesOf(parsed.services ?? {}),
    cmId: parsed.cmId ?? (parsed.environment === 'production' ? unnamedCmId : constants.sandboxCmId),
    ...(parsed.credentials && { credentials: parsed.credentials }),
    paths: parsed.paths ?? {},
    ...otpsOf(parsed, yaml, problems),
    ...clientOf(parsed, yaml, problems),
    ...mockOf(parsed.mock ?? {}, readings, yaml, problems),
    mockListen: listen(parsed.mock?.listen, ['mock', 'listen'], lastFirstPort),
    participants: { ...defaultParticipants, ...parsed.participants },
    ...(parsed.dummyPayerToken !== undefined && { dummyPayerToken: parsed.dummyPayerToken }),
    logs: parsed.logs ?? [],
    ...problems.within(() => readAuthority(parsed.tls?.ca, yaml), {}),
    callback: {
      listen: listen(parsed.callback?.listen, ['callback', 'listen'], 65_535),
      ...(parsed.callback?.publicUrl !== undefined && { publicUrl: parsed.callback.publicUrl }),
    },
    encryption: readEncryption(parsed.encryption, yaml, problems),
    limits: { ...defaultLimits, ...(parsed.integrator?.manual && manualLimits), ...parsed.limits },
    declarations: parsed.declarations ?? {},
    ...chosen,
    ...problems.within(() => readPayerContent(readings, yaml), {}),
    secrets: secretsOf(parsed, yaml),
  };
}

function clientOf(
  { integrator }: TargetFile,
  yaml: YamlFile,
  problems: ProblemReporter,
): Pick<Target, 'integrator' | 'roles' | 'processes'> {
  if (integrator === undefined) return { roles: [], processes: 1 };
  return {
    integrator: {
      ...integrator,
      ...readAdapterStart(integrator, yaml, problems),
      ...readCallbacks(integrator, yaml, problems),
    },
    roles: integrator.roles ?? integratorRoles,
    processes: integrator.processes ?? 1,
  };
}

/** Returns the readings in force: those of the target over those of its profile, and these over the defaults. */
function chosenReadings(
  { readings: own = {} }: TargetFile,
  fieldProfile: FieldProfile | undefined,
): Pick<Target, 'readings' | 'overridden' | 'fieldProfile'> {
  const ofProfile = fieldProfile === undefined ? {} : readingsOfProfile(fieldProfile);
  return {
    readings: resolveReadings(own, resolveReadings(ofProfile)),
    overridden: [...new Set([...Object.keys(ofProfile), ...Object.keys(own)])] as ReadingId[],
    ...(fieldProfile && { fieldProfile }),
  };
}

function mockOf(
  { tls, publicUrl, answers }: NonNullable<TargetFile['mock']>,
  readings: ReadingValues,
  yaml: YamlFile,
  problems: ProblemReporter,
): Pick<Target, 'mockTls' | 'mockPublicUrl' | 'mockAnswers'> {
  return {
    mockTls: tls ?? false,
    ...(publicUrl !== undefined && { mockPublicUrl: publicUrl }),
    ...(answers !== undefined && problems.within(() => readOwnAnswers(answers, readings, yaml), {})),
  };
}

/**
 * Returns the OTPs, or the command that prints them. Reports a mistake if a command is not the only entry,
 * because the other entries would never be used.
 */
function otpsOf(
  { otp = [] }: TargetFile,
  yaml: YamlFile,
  problems: ProblemReporter,
): Pick<Target, 'otps' | 'otpCommand'> {
  const entries = [otp].flat();
  const [first] = entries;
  const otps = entries.filter((each) => 'value' in each);
  if (otps.length === entries.length) return { otps };
  if (first !== undefined && 'command' in first && entries.length === 1)
    return { otps, otpCommand: { command: first.command, cwd: dirname(resolve(yaml.file)) } };
  problems.tell(
    yaml.wrong(['otp'], 'lists a command beside others', 'one command is enough: it is run for each OTP'),
  );
  return { otps };
}

type ProviderBases = NonNullable<ServiceAddresses['providerBases']>;

function addressesOf({ provider, ...services }: NonNullable<TargetFile['services']>): ServiceAddresses {
  if (provider === undefined || typeof provider === 'string')
    return { services: { ...services, ...(provider !== undefined && { provider }) } };
  const [first] = Object.values(provider);
  return {
    services: { ...services, ...(first !== undefined && { provider: first }) },
    providerBases: provider,
  };
}

const anyPort: Target['mockListen'] = { host: '127.0.0.1', port: 0 };

/** The highest port that `mock.listen` may name, because the mock also listens on the four ports after it. */
const lastFirstPort = 65_531;

function readListen(
  listen = '127.0.0.1:0',
  path: readonly string[],
  last: number,
  yaml: YamlFile,
): Target['mockListen'] {
  const colon = listen.lastIndexOf(':');
  const port = Number(listen.slice(colon + 1));
  if (port <= last) return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ''), port };
  throw yaml.wrong(
    path,
    `names port ${port}${last === lastFirstPort ? ', behind which there are no four more' : ', which does not exist'}`,
    `a port up to ${last}, or 0 for ${last === lastFirstPort ? 'free ones' : 'a free one'}`,
  );
}

function secretsOf(
  { credentials, dummyPayerToken, encryption, otp, integrator = {} }: TargetFile,
  yaml: YamlFile,
): TargetSecret[] {
  const secret = (kind: SecretKind, value: string | undefined, ...path: string[]): TargetSecret[] => {
    if (value === undefined) return [];
    const variable = variableAt(path, yaml);
    return [{ kind, value, at: path.join('.'), ...(variable !== undefined && { variable }) }];
  };
  const otpAt = (entry: OtpEntry | undefined, ...path: string[]): TargetSecret[] =>
    entry !== undefined && 'value' in entry ? secret('otp', entry.value, 'otp', ...path, 'value') : [];
  const otps = Array.isArray(otp) ? otp.flatMap((each, index) => otpAt(each, String(index))) : otpAt(otp);
  return [
    ...secret('client-secret', credentials?.clientSecret, 'credentials', 'clientSecret'),
    ...secret('token', dummyPayerToken, 'dummyPayerToken'),
    ...secret('private-key', encryption?.providerKey, 'encryption', 'providerKey'),
    ...otps,
    ...secretsOfAdapter(integrator),
  ];
}

const path = ['readings', 'payer-content'];
const fileHint = `there are ${callbackSteps.map((step) => `${step}.json`).join(', ')}; a step without a file keeps the mock's own content`;

/**
 * Reads the content of the payer's callbacks from the folder that the reading `payer-content` names. Throws a
 * ConfigurationError for any mistake, so that no run starts with wrong content.
 */
function readPayerContent(
  { 'payer-content': folder, decision }: ReadingValues,
  yaml: YamlFile,
): { payerContent?: PayerContent } {
  if (typeof folder !== 'string') return {};
  const place = resolve(dirname(yaml.file), folder);
  const names = undefinedIfThrows(() => readdirSync(place));
  if (names === undefined)
    throw yaml.wrong(
      path,
      `names ${folder}, which is no folder that can be read${pathSuffix(place, path, yaml)}`,
      'the path is relative to the target file; conform init --role provider writes one',
    );
  // Ignore hidden files, such as .DS_Store, which operating systems and editors create.
  const files = names.filter((name) => !name.startsWith('.')).sort();
  if (files.length === 0) throw yaml.wrong(path, `names ${folder}, which holds no file`, fileHint);
  const read = files.map((name) => {
    const step = callbackSteps.find((each) => name === `${each}.json`);
    if (step === undefined) throw yaml.wrong(path, `names ${folder}, which holds ${name}`, fileHint);
    return [step, readContent(join(folder, name), step, decision, yaml)] as const;
  });
  return { payerContent: Object.fromEntries(read) };
}

function readContent(file: string, step: CallbackStep, decision: Decision, yaml: YamlFile): object {
  const text = readFileOfTarget(file, path, yaml).replace(/^\ufeff/, '');
  const wrong = (what: string, hint: string) => yaml.wrong(path, `names ${file}, which ${what}`, hint);
  const content = contentIn(text);
  if (typeof content === 'string') throw wrong(content, 'give one FHIR resource: { "resourceType": … }');
  const strange = findUnknownPlaceholder(text);
  if (strange !== undefined)
    throw wrong(
      `holds the unknown placeholder ${strange.shown} in line ${strange.line}`,
      `there are ${Object.keys(placeholders)
        .map((name) => `{{${name}}}`)
        .join(', ')}`,
    );
  const isDecision = step === 'approved' || step === 'rejected';
  // `decisionsIn` may throw if the reading `decision` is invalid. Ignore that here, because `checkReadings`
  // reports it.
  const decided = isDecision ? undefinedIfThrows(() => decisionsIn(content, decision).join()) : undefined;
  if (isDecision && decided !== undefined && decided !== step) throw wrong(...whyUndecided(step, decision));
  return content;
}

/** Parses a FHIR resource. If the text is invalid, returns a description of the mistake instead. */
function contentIn(text: string): object | string {
  try {
    const content: unknown = JSON.parse(text);
    return isObject(content) && typeof content.resourceType === 'string' ? content : 'is no FHIR resource';
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const line = text.slice(0, Number(position ?? text.length)).split('\n').length;
    return `is no JSON in line ${line}`;
  }
}

/**
 * Returns the message and hint for an approval or rejection that lacks its decision. The suite judges the way
 * a provider handles this decision, so it must be at the path that the reading `decision` defines.
 */
function whyUndecided(step: 'approved' | 'rejected', decision: Decision): [what: string, hint: string] {
  const { path: at, final } = decision;
  const end = final === null ? '' : `, and ${final.value} at ${final.path}`;
  return [
    `does not say ${decision[step]}, and nothing else, at ${at}${end}`,
    'add it to what your client reads, or set readings.decision to where it stands',
  ];
}
