import type { CallOutcome } from '../../adapter/channel';
import type { AdapterMethod, MethodParams } from '../../adapter/protocol';
import type { FieldCase } from '../../cases/field-values';
import { charsetOf } from '../../contract/field-facts';
import { constants } from '../../contract/constants';
import { memberOf } from '../../contract/json';
import type { ServiceName } from '../../contract/operations';
import { EnvironmentError } from '../../contract/outcome';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { RecordedBody } from '../../exchange/exchange';
import { withMark } from '../../exchange/fields';
import type { ExchangeRedactor } from '../../exchange/exchange-redactor';
import type { SecretRedactor } from '../../exchange/secret-redactor';
import type { RunEvidence } from '../../run/evidence';
import type { Run } from '../../run/run';
import type { PlayedServices } from './played-services';
import type { ActiveProcess } from './active-process';
import { scenarioAndProcess } from './active-process';

/** Methods with answers that the suite inspects. The inspection records these answers, so `recordCall` does not. */
const lookedInto: readonly AdapterMethod[] = [
  'field.encrypt',
  'transfer.encrypt',
  'transfer.open',
  'transfer.decrypt',
  'cycle.get',
];

/** Makes a call, and records its time and its outcome, so that the requests it causes can be traced to the call. */
export async function recordCall<Ending>(
  run: Run,
  { takeAnswer, ...process }: ActiveProcess & Pick<PlayedServices, 'takeAnswer'>,
  { method, params }: { readonly method: AdapterMethod; readonly params?: unknown },
  make: () => Promise<Ending>,
): Promise<Ending> {
  if (lookedInto.includes(method)) return make();
  const service = serviceOf(method, params);
  const about = { method, ...(service !== undefined && { service }), askedAt: Date.now() };
  const asked = factsAskedFor(method, params, run);
  const record = (ending: Pick<AdapterAnswer, 'facts' | 'body' | 'failure'>): void => {
    takeAnswer({
      kind: 'adapter answer',
      ...about,
      arrivedAt: Date.now(),
      ...scenarioAndProcess(run.evidence, process),
      ...ending,
      facts: { ...ending.facts, ...asked },
    });
  };
  try {
    const ending = await make();
    if (!isRecalled(ending)) record(endingOf(ending, run));
    return ending;
  } catch (error) {
    if (error instanceof EnvironmentError)
      record({ facts: {}, failure: { kind: 'malformed', code: 'ERR_ADAPTER', message: error.message } });
    throw error;
  }
}

/** Returns the parts of a call that the judges need. */
function factsAskedFor(
  method: AdapterMethod,
  params: unknown,
  { evidence: { keeper } }: Run,
): Pick<AdapterAnswer['facts'], 'trigger'> {
  if (method !== 'dummyPayer.trigger') return {};
  const asked = params as MethodParams<'dummyPayer.trigger'>;
  return { trigger: { ...asked, correlationId: keeper.value('correlationId', asked.correlationId) } };
}

/**
 * Returns the outcome of a call, with the code and message of a refusal. Omits the body of a result, because the
 * recorded requests show its effects. Omits `reported` if a person makes the calls, because the person does not report
 * success.
 */
function endingOf(
  ending: unknown,
  { evidence: { keeper }, target }: Run,
): Pick<AdapterAnswer, 'facts' | 'body'> {
  const { kind, code, message } = ending as Partial<Extract<CallOutcome<AdapterMethod>, { kind: 'refused' }>>;
  const reported = target.integrator?.manual === true ? undefined : reportedIn(ending);
  return {
    facts: { ...(reported && { reported }) },
    ...(kind === 'refused' && {
      body: keptBody(errorOf({ code, message }), keeper),
    }),
  };
}

function errorOf({
  code,
  message,
}: {
  readonly code: number | undefined;
  readonly message: string | undefined;
}) {
  return { error: { code, message: message ?? '' } };
}

/**
 * Returns whether a call succeeded according to its answer. Returns `undefined` if `authResult` is not a string: no
 * schema checks the results that the suite does not read.
 */
function reportedIn(ending: unknown): AdapterAnswer['facts']['reported'] {
  const { kind, value } = ending as {
    readonly kind?: CallOutcome<AdapterMethod>['kind'];
    readonly value?: unknown;
  };
  if (kind === 'refused') return 'error';
  if (kind !== 'result') return undefined;
  const authResult = memberOf(value, 'authResult') ?? constants.authResultSuccess;
  if (typeof authResult !== 'string') return undefined;
  return authResult.trim().toLowerCase() === constants.authResultSuccess ? 'success' : 'failure';
}

const isRecalled = (ending: unknown): boolean => (ending as { readonly recalled?: true }).recalled === true;

/** Returns the service that a call is about; `undefined` if it is not about a service. */
export function serviceOf(method: AdapterMethod, params: unknown): ServiceName | undefined {
  if (method === 'otp.verify') return 'registry';
  return (params as { readonly service?: ServiceName } | undefined)?.service;
}

/**
 * Number of characters of a text that are searched for secrets. This is more than key material can have, and more than
 * {@link longestShown}.
 */
const longestRead = 4096;
const longestShown = 1024;

/** Returns a text of an adapter as reports show it: only its beginning, because it may have megabytes. */
export function shortenedAnswer(text: string, secrets: SecretRedactor): string {
  if (text.length <= longestShown) return text;
  return `${secrets.text(text.slice(0, longestRead)).slice(0, longestShown)}… (${text.length} characters)`;
}

/** Returns an adapter's answer as the recording keeps it. */
export function keptBody(value: unknown, keeper: ExchangeRedactor): RecordedBody {
  const text = keeper.json(value);
  return { text, bytes: Buffer.byteLength(text) };
}

/** The origin of an adapter's result, and the function that inspects it. */
type ResultOrigin = ActiveProcess &
  Pick<PlayedServices, 'inspect'> & {
    /** The time of the call in epoch milliseconds; `undefined` if the result does not come from a call. */
    readonly askedAt?: number;
  };

/** Records the ciphertext that the adapter returned. It is evidence like a ciphertext on the wire. */
export function recordEncryptResult(
  evidence: Pick<RunEvidence, 'recording' | 'keeper' | 'scenario'>,
  origin: ResultOrigin,
  { id, service, value, judged }: FieldCase,
  outcome: CallOutcome<'field.encrypt'>,
): void {
  const ciphertext = outcome.kind === 'result' ? outcome.value.ciphertext : undefined;
  evidence.recording.append<AdapterAnswer>({
    kind: 'adapter answer',
    arrivedAt: Date.now(),
    ...(origin.askedAt !== undefined && { askedAt: origin.askedAt }),
    service,
    ...scenarioAndProcess(evidence, origin),
    method: 'field.encrypt',
    ...(id !== undefined && { item: id }),
    ...(ciphertext !== undefined && { body: keptBody({ ciphertext }, evidence.keeper) }),
    ...(outcome.kind === 'refused' && { body: keptBody(errorOf(outcome), evidence.keeper) }),
    facts: {
      adapter: {
        outcome: outcome.kind,
        ...(outcome.kind === 'refused' && { code: outcome.code }),
        valueBytes: Buffer.byteLength(value),
        ...(judged && { charset: charsetOf(value) }),
      },
      ...(judged &&
        ciphertext !== undefined && {
          fields: [
            withMark(origin.inspect(service, '/ciphertext', ciphertext), ciphertext, (text) =>
              evidence.keeper.pseudonym(text),
            ),
          ],
        }),
    },
  });
}
