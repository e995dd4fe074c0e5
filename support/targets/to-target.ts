import { dirname, resolve } from 'node:path';
import { integratorRoles } from '../adapter/roles';
import type { Addresses } from '../contract/bases';
import type { OwnSegments, ServiceName } from '../contract/operations';
import type { Role } from '../contract/words';
import type { ReadingId, ReadingValues } from '../contract/readings';
import { resolveReadings } from '../contract/readings';
import { constants } from '../contract/constants';
import { readAdapterStart, readCallbacks, secretsOfAdapter } from './adapter-start';
import { variableAt } from './interpolate';
import type { Problems } from './problems';
import type { YamlFile } from './read-yaml';
import { readPayerContent } from './payer-content';
import { readAuthority, readEncryption } from './pem';
import { defaultParticipants } from './embedded';
import type { SecretKind } from '../contract/secrets';
import type {
  Declaration,
  IntegratorTarget,
  Limits,
  OtpCommand,
  OtpGrant,
  Product,
  Secret,
  Target,
} from './target';
import { defaultLimits, manualLimits } from './target';

/** One of them: the schema has none without either, and none with both. */
type OtpEntry = OtpGrant | Pick<OtpCommand, 'command'>;

/** The shape that `schemas/target.schema.json` guarantees. */
export interface TargetFile {
  name: string;
  environment?: Target['environment'];
  product?: Product;
  facility?: string;
  operator?: string;
  edition?: string;
  services?: Partial<Record<Exclude<ServiceName, 'provider'>, string>> & {
    provider?: string | ProviderBases;
  };
  cmId?: string;
  credentials?: { clientId: string; clientSecret: string };
  dummyPayerToken?: string;
  paths?: OwnSegments;
  otp?: OtpEntry | OtpEntry[];
  integrator?: IntegratorTarget & { roles?: Role[]; processes?: number };
  callback?: { listen?: string; publicUrl?: string };
  encryption?: { payerKey?: string; providerKey?: string };
  mock?: { tls?: boolean; listen?: string; publicUrl?: string };
  participants?: Partial<Target['participants']>;
  logs?: string[];
  tls?: { ca?: string };
  limits?: Partial<Limits>;
  declarations?: Record<string, Declaration>;
  readings?: Partial<ReadingValues>;
}

/** The target that a file with this content stands for, with defaults filled in. Tells what a schema cannot say. */
export function toTarget(parsed: TargetFile, yaml: YamlFile, problems: Problems): Target {
  const listen = (text: string | undefined, path: readonly string[], last: number) =>
    problems.within(() => readListen(text, path, last, yaml), anyPort);
  const readings = resolveReadings(parsed.readings ?? {});
  return {
    name: parsed.name,
    file: yaml.file,
    environment: parsed.environment ?? 'sandbox',
    ...(parsed.product && { product: parsed.product }),
    ...(parsed.facility !== undefined && { facility: parsed.facility }),
    ...(parsed.operator !== undefined && { operator: parsed.operator }),
    ...addressesOf(parsed.services ?? {}),
    cmId: parsed.cmId ?? constants.sandboxCmId,
    ...(parsed.credentials && { credentials: parsed.credentials }),
    paths: parsed.paths ?? {},
    ...otpsOf(parsed, yaml, problems),
    ...(parsed.integrator && {
      integrator: {
        ...parsed.integrator,
        ...readAdapterStart(parsed.integrator, yaml, problems),
        ...readCallbacks(parsed.integrator, yaml, problems),
      },
    }),
    // A target that names no roles plays all of them.
    roles: parsed.integrator === undefined ? [] : (parsed.integrator.roles ?? integratorRoles),
    processes: parsed.integrator?.processes ?? 1,
    mockTls: parsed.mock?.tls ?? false,
    mockListen: listen(parsed.mock?.listen, ['mock', 'listen'], lastFirstPort),
    ...(parsed.mock?.publicUrl !== undefined && { mockPublicUrl: parsed.mock.publicUrl }),
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
    readings,
    ...problems.within(() => readPayerContent(readings, yaml), {}),
    overridden: Object.keys(parsed.readings ?? {}) as ReadingId[],
    secrets: secretsOf(parsed, yaml),
  };
}

/** A program stands alone: what came after it would never be needed. */
function otpsOf(
  { otp = [] }: TargetFile,
  yaml: YamlFile,
  problems: Problems,
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

type ProviderBases = NonNullable<Addresses['providerBases']>;

function addressesOf({ provider, ...services }: NonNullable<TargetFile['services']>): Addresses {
  if (provider === undefined || typeof provider === 'string')
    return { services: { ...services, ...(provider !== undefined && { provider }) } };
  const [first] = Object.values(provider);
  return {
    services: { ...services, ...(first !== undefined && { provider: first }) },
    providerBases: provider,
  };
}

const anyPort: Target['mockListen'] = { host: '127.0.0.1', port: 0 };

/** The last port from which five in a row can be had. */
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
): Secret[] {
  const secret = (kind: SecretKind, value: string | undefined, ...path: string[]): Secret[] => {
    if (value === undefined) return [];
    const variable = variableAt(path, yaml);
    return [{ kind, value, at: path.join('.'), ...(variable !== undefined && { variable }) }];
  };
  const otpAt = (entry: OtpEntry | undefined, ...path: string[]): Secret[] =>
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
