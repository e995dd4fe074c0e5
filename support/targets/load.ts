import type { ServiceAddresses } from '../contract/bases';
import { baseAddressOfOperation } from '../contract/bases';
import type { FieldProfile } from '../contract/field-profile';
import type { OperationId, ServiceName } from '../contract/operations';
import { isObject } from '../contract/json';
import type { ReadingValues } from '../contract/readings';
import { checkTargetShape } from './check';
import { ConfigurationError } from './errors';
import type { Missing, StandIn } from './interpolate';
import {
  hideVariableValues,
  fillInVariables,
  isLiteralSecret,
  literalSecretError,
  requireVariables,
} from './interpolate';
import { writtenSecrets } from './literal-secrets';
import type { ProblemReporter } from './problem-reporter';
import { throwing } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import { parseYaml, readYaml } from './read-yaml';
import { readExtended } from './signed-profile';
import type { KnownContract, ObligationCatalogue, Target } from './target';
import type { TargetFile } from './to-target';
import { toTarget } from './to-target';

/**
 * Reads and checks a target file, and fills in environment variables. Ignores the top-level members in
 * `leftOut`. Throws a ConfigurationError with place and hint for the first mistake.
 */
export function readTarget(
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
  leftOut: readonly string[] = [],
): Target {
  const yaml = readYaml(file);
  const [kept, omitted] = split(yaml.value, leftOut);
  return readParsed({ ...yaml, value: kept }, known, environment, { omitted }).target;
}

/** A target that describes the behaviour and the credentials of a mock. */
export interface TargetForMock extends Target {
  /** The members with environment variables that are not set. Their values are made up. */
  readonly madeUp: readonly Missing[];
  /** The secrets that come from the environment. They do not include the values of `madeUp`. */
  readonly secrets: Target['secrets'];
}

/**
 * Like {@link readTarget}, for a mock: `standIn` makes up a value if its variable is not set. Of the client, only
 * the roles and the number of its processes are read. Ignores an OTP command, because the mock accepts its own OTP.
 */
export function readTargetForMock(
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
  { leftOut, standIn }: { readonly leftOut: readonly string[]; readonly standIn: StandIn },
): TargetForMock {
  const yaml = readYaml(file);
  refuseLiteralSecrets(yaml);
  const [kept, omitted] = split(withoutOtpCommand(withPartsOfClient(yaml.value)), leftOut);
  const { target, madeUp } = readParsed({ ...yaml, value: kept }, known, environment, { omitted, standIn });
  const made = madeUp.map(({ path }) => path.join('.'));
  return { ...target, madeUp, secrets: target.secrets.filter(({ at = '' }) => !made.includes(at)) };
}

/** Throws a ConfigurationError for a literal secret, even in a member that is not read. */
function refuseLiteralSecrets(yaml: YamlFile): void {
  const [first] = writtenSecrets(yaml.value).filter(({ path, value }) => isLiteralSecret(value, path));
  if (first !== undefined) throw literalSecretError(first.path, yaml);
}

/** Replaces the client by one that a person operates, with the same roles and number of processes. */
function withPartsOfClient(value: unknown): unknown {
  if (!isObject(value) || !isObject(value.integrator)) return value;
  const { roles, processes } = value.integrator;
  const kept = { ...(roles !== undefined && { roles }), ...(processes !== undefined && { processes }) };
  return { ...value, integrator: { manual: true, ...kept } };
}

function withoutOtpCommand(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { otp, ...others } = value;
  return [otp].flat().some((each) => isObject(each) && 'command' in each) ? others : value;
}

/**
 * Like {@link readTarget}, for a target file's text that is not saved yet. `file` is used in messages and for
 * relative paths.
 */
export function readTargetText(
  text: string,
  file: string,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
): Target {
  return readParsed(parseYaml(text, file), known, environment).target;
}

function readParsed(
  yaml: YamlFile,
  known: KnownContract,
  environment: NodeJS.ProcessEnv,
  { omitted = [], standIn }: { readonly omitted?: readonly string[]; readonly standIn?: StandIn } = {},
): { readonly target: Target; readonly madeUp: readonly Missing[] } {
  const filled = fillInVariables(yaml, environment, throwing, standIn);
  requireVariables(filled, yaml);
  try {
    const target = targetFrom(filled.value, yaml, known, { problems: throwing, omitted, environment });
    return { target, madeUp: filled.madeUp };
  } catch (error) {
    throw error instanceof ConfigurationError ? hideVariableValues(error, filled.variables) : error;
  }
}

interface TargetReading {
  /** If it collects mistakes instead of throwing, the target contains only the valid parts. */
  readonly problems: ProblemReporter;
  /** The environment with the path of the key that must have signed an operator's field profile. */
  readonly environment: NodeJS.ProcessEnv;
  /** The top-level members that the file has and `value` lacks. */
  readonly omitted?: readonly string[];
}

/** Converts the content of a target file, with its variables filled in, to a target. Reads its field profile. */
export function targetFrom(
  value: unknown,
  yaml: YamlFile,
  known: KnownContract,
  { problems, environment, omitted = [] }: TargetReading,
): Target {
  const parsed = checkTargetShape(value, yaml, problems) as unknown as TargetFile;
  checkDeclarations(parsed, yaml, known.obligations, problems);
  checkEdition(parsed, yaml, known, problems);
  const profile = problems.within(() => readExtended(parsed.extends, yaml, environment), undefined);
  const isTokenGiven = hasDummyPayerToken(parsed, omitted);
  const wrong = whyDummyPayerTokenWrong(parsed, isTokenGiven, yaml, profile);
  if (wrong !== undefined) problems.tell(wrong);
  return toTarget({ ...parsed, readings: overridesOf(parsed, isTokenGiven) }, yaml, problems, profile);
}

/** Returns a file's content without some of its members, and the names of those that it had. */
function split(value: unknown, leftOut: readonly string[]): [kept: unknown, omitted: readonly string[]] {
  if (leftOut.length === 0 || !isObject(value)) return [value, []];
  const kept = Object.entries(value).filter(([name]) => !leftOut.includes(name));
  return [Object.fromEntries(kept), leftOut.filter((name) => name in value)];
}

/** Returns whether a target file has a dummyPayerToken, even if that member is among those that were `omitted`. */
function hasDummyPayerToken({ dummyPayerToken }: TargetFile, omitted: readonly string[]): boolean {
  return dummyPayerToken !== undefined || omitted.includes('dummyPayerToken');
}

/** Returns the readings that a target file sets. A dummyPayerToken also sets the reading on this token. */
function overridesOf(parsed: TargetFile, isTokenGiven: boolean): Partial<ReadingValues> {
  return { ...(isTokenGiven && { 'dummy-payer-token': 'target' }), ...parsed.readings };
}

/**
 * Returns the mistake if the target or its profile sets the reading `dummy-payer-token` against the dummyPayerToken of
 * the file, or without one.
 */
function whyDummyPayerTokenWrong(
  { readings = {} }: TargetFile,
  isGiven: boolean,
  yaml: YamlFile,
  profile: FieldProfile | undefined,
): ConfigurationError | undefined {
  const id = 'dummy-payer-token';
  const ofProfile = profile?.readings.find((each) => each.id === id)?.value;
  const isOwn = readings[id] !== undefined;
  const reading = readings[id] ?? ofProfile;
  const named = isOwn ? `readings.${id}` : `${id} of the field profile`;
  if (reading === 'session' && isGiven)
    return yaml.wrong(
      ['dummyPayerToken'],
      `is never sent, because ${named} is session`,
      isOwn
        ? 'leave one of the two out'
        : `leave it out, or set readings.${id}: that voids the profile's name`,
    );
  if (reading !== 'target' || isGiven) return undefined;
  return isOwn
    ? yaml.wrong(
        ['readings', id],
        'is target, but the file has no dummyPayerToken',
        'add dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
      )
    : yaml.wrong(
        ['extends'],
        `takes a profile in which ${id} is target, but the file has no dummyPayerToken`,
        'add dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
      );
}

function checkDeclarations(
  { declarations = {} }: TargetFile,
  yaml: YamlFile,
  known: ObligationCatalogue,
  problems: ProblemReporter,
): void {
  for (const id of Object.keys(declarations))
    if (!known.has(id))
      problems.tell(
        yaml.wrong(
          ['declarations', id],
          'names an obligation that does not exist',
          'ids are three capitals, a hyphen and two digits; npx conform list shows them all',
        ),
      );
}

function checkEdition(
  { edition }: TargetFile,
  yaml: YamlFile,
  known: KnownContract,
  problems: ProblemReporter,
): void {
  if (edition === undefined || edition === known.edition) return;
  problems.tell(
    yaml.wrong(
      ['edition'],
      'names another edition of the contract than that of this suite',
      `pin ${known.edition}, or use the version of the suite that was released with ${edition}`,
    ),
  );
}

/** Returns the base address for an operation; `undefined` if the target does not name its service. */
export function serviceBase(
  target: ServiceAddresses,
  operation: { readonly id: OperationId; readonly service: ServiceName },
): string | undefined {
  return baseAddressOfOperation(target, operation.service, operation.id);
}
