import { alwaysEncryptedMembers, defaultReadings } from '../../support/contract/readings';
import { inspectPayerMessage } from '../../support/crypto/node/payer-message';
import { AllowedNames, namesFromReadings } from '../../support/exchange/allowed-names';
import type { BodyText } from '../../support/exchange/raw-exchange';
import { ClientSecretSearch, secretFinder, rejectionFinder } from '../../support/exchange/finders';
import type { Evidence } from '../../support/exchange/evidence';
import type { HeaderList } from '../../support/exchange/exchange';
import { fieldFinder } from '../../support/exchange/fields';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import type { FactFinder } from '../../support/exchange/recorder';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { SecretRedactor } from '../../support/exchange/secret-redactor';
import { JudgingLoop } from '../../support/judging/loop';
import type { Conclusion, RuleContext } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import type { Announced, Scene } from './one-form-scenes';

/** No transfer crosses a wire. */
const judged = contractObligations.judged.filter(({ area }) => area !== 'health-data-transfer');

/** What every rule finds, without its words. */
export function findings(evidence: readonly Evidence[], about: RuleContext): Record<string, unknown> {
  const loop = new JudgingLoop(judged, about);
  for (const each of evidence) loop.observe(each);
  return Object.fromEntries([...loop.conclude()].map(([id, conclusion]) => [id, tell(conclusion)]));
}

const tell = ({ observations, breachCount, evidence, breaches, unjudged }: Conclusion): unknown => ({
  observations,
  breachCount,
  evidence,
  shownBy: breaches.map(({ exchanges }) => exchanges),
  isUnjudged: unjudged.length > 0,
});

/** What is judged otherwise by what is kept, each with both findings. */
function differing(arrived: readonly Evidence[], kept: readonly Evidence[], about: RuleContext): string[] {
  const found = findings(kept, about);
  return Object.entries(findings(arrived, about))
    .map(([id, before]) => [id, JSON.stringify(before), JSON.stringify(found[id])] as const)
    .filter(([, before, after]) => before !== after)
    .map(([id, before, after]) => `${id}: ${before}, and kept ${after}`);
}

/** What keeps the exchanges of a target of this kind. */
export function keeperOf(
  { readings, cmId = '', txnIds = [], participants = {} }: RuleContext,
  announced: readonly Announced[] = [],
): ExchangeRedactor {
  const secrets = new SecretRedactor(readings);
  for (const { kind, value } of announced) secrets.learn(kind, value);
  return new ExchangeRedactor({
    secrets,
    names: namesFromReadings(readings),
    values: [cmId, ...txnIds, ...Object.values(participants)],
    encrypted: alwaysEncryptedMembers(readings),
  });
}

class AllNames extends AllowedNames {
  override member(name: string): string {
    return name;
  }

  override header(name: string): string {
    return name;
  }
}

/** Keeps everything as it arrived. */
class KeepingAll extends ExchangeRedactor {
  override readonly names = new AllNames();

  override pseudonym(text: string): string {
    return text;
  }

  override method(method: string): string {
    return method;
  }

  override address(url: string): string {
    return url;
  }

  override headers(headers: HeaderList): HeaderList {
    return headers;
  }

  override body({ text }: BodyText): string {
    return text;
  }

  override value(_name: string, text: string): string {
    return text;
  }

  override sentence(text: string): string {
    return text;
  }

  override news(text: string): string {
    return text;
  }
}

export const context: RuleContext = {
  readings: {
    ...defaultReadings,
    envelope: 'json',
    'bridge-scoped': ['otp.verify', '/api/v3/consent'],
    'correlation-id': { where: 'header', name: 'x-hcx-correlation_id' },
    'oaep-hash': { '/api/v3/enrolment': 'SHA-256' },
    'encryption-rejection': { ...defaultReadings['encryption-rejection'], status: 400, shape: 'envelope' },
  },
  cmId: 'abdm',
  txnIds: ['7b2d6f0e-3c1a-4f58-9a64-0c5e8d1f2a37'],
  participants: { provider: '1000000001@sbx', payer: '1000003538@sbx' },
};

const readPayer: FactFinder = ({ service, request: { headers, body } }) =>
  service === 'provider' && body !== undefined
    ? { payer: inspectPayerMessage({ headers, body }, context.readings, []) }
    : {};

/** What recorders of traffic find, for one client. */
const findersOf = (keeper: ExchangeRedactor, secrets: readonly string[]): readonly FactFinder[] => [
  fieldFinder({ readings: context.readings, mark: (text) => keeper.pseudonym(text) }),
  rejectionFinder(context.readings),
  secretFinder(new ClientSecretSearch(secrets)),
  readPayer,
];

/** A scene as a keeper keeps it. */
export function recorded({ announced, exchanges }: Scene, keeper: ExchangeRedactor): readonly Evidence[] {
  const recording = createRecording();
  const secrets = announced.filter(({ kind }) => kind === 'client-secret').map(({ value }) => value);
  const recorder = createRecorder(recording, keeper, findersOf(keeper, secrets));
  for (const each of exchanges) recorder.record(each);
  return recording.evidence;
}

/** What of a scene is judged otherwise by what is kept. */
export const differingIn = (scene: Scene): string[] =>
  differing(recorded(scene, new KeepingAll()), recorded(scene, keeperOf(context, scene.announced)), context);
