import { randomUUID } from 'node:crypto';
import type { Evidence } from '../exchange/evidence';
import type { ClientName } from '../exchange/exchange';
import type { RedactionSettings } from '../exchange/recording';
import { notKeptReasons } from '../judging/keeping';
import { whyExcluded } from '../judging/scope';
import type { Basis, BasisTarget } from '../judging/basis';
import { basisVersion, circumstancesOf } from '../judging/basis';
import type { AuditedFile, ClientBreachCount, ClientRow, Results } from '../judging/results';
import type { ResultsInput } from '../judging/build-results';
import { buildResults } from '../judging/build-results';
import { describeObserved } from '../judging/observed';
import type { ClientTrafficSpan } from '../judging/traffic-span';
import type { ObligationResult } from '../judging/verdict';
import type { Conclusion, Obligation } from '../obligations';
import { contractObligations, mockOverPlainHttp, plainHttpReason } from '../obligations';
import type { Circumstances, Exclusion } from '../obligations/judge/home';
import { mayBeBroken } from '../obligations/judge/judge';
import type { Selection } from '../run/selection';
import { isNarrowed, whyLeftOut } from '../run/selection';
import type { Waiver } from '../targets/load-waivers';
import { withFacetsOfOne } from './clients/combine-clients';
import type { JudgedClient } from './clients/combine-clients';

/** Traffic that was taken, whatever caused it. */
export interface CapturedTraffic extends Omit<Selection, 'omitted'> {
  readonly profile: 'audit' | 'mock' | 'proxy' | 'rejudge';
  readonly target: BasisTarget;
  readonly startedAt: Date;
  readonly files: readonly AuditedFile[];
  readonly waivers?: readonly Waiver[];
  readonly nonce?: string | undefined;
  /** The one client that it is of, where that has a name. */
  readonly client?: ClientName | undefined;
  /** Under which names and readings it was recorded; absent: those of the target. */
  readonly kept?: RedactionSettings | undefined;
  /** Transactions that a mock gave out. */
  readonly txnIds?: readonly string[] | undefined;
  /** What is to be said besides of what reached it. */
  readonly diagnosis?: Results['run']['diagnosis'] | undefined;
}

/** What the judges concluded from it. */
export interface JudgedTraffic {
  readonly conclusions: ReadonlyMap<string, Conclusion>;
  /** How many exchanges were judged. */
  readonly count: number;
  /** Those of cycles, to show them. */
  readonly evidence: readonly Evidence[];
  /** Whose it is, where that is known. */
  readonly clients?: readonly JudgedClient[] | undefined;
  /** The traffic of each client, including clients without a name. */
  readonly spans: readonly ClientTrafficSpan[];
}

const notes = {
  audit:
    'Recorded traffic, judged afterwards: what takes an act of the suite is not tested, and ids and tokens are ' +
    'compared within these files alone',
  mock: 'What a client sent to the services as the suite plays them, in a test: no real service was involved',
  proxy: 'Traffic that went through a proxy: what takes an act of the suite is not tested',
  rejudge: 'An old recording, judged by the current rules: nothing was sent again',
} as const;

/** What the suite notes of traffic that it did not cause, besides the recording; never enough for a certificate. */
export function trafficBasis(traffic: CapturedTraffic): Basis {
  const { profile, target, subjects, startedAt, files, waivers, nonce, client } = traffic;
  const { txnIds = [], diagnosis = [], kept } = traffic;
  const lacking = kept === undefined ? {} : notKeptReasons(target.readings, kept);
  const unplanned = contractObligations.all.flatMap((obligation) => {
    const why = whyLeftOut(traffic, obligation);
    return why === undefined ? [] : [[obligation.id, why] as const];
  });
  return {
    basisVersion,
    run: {
      id: randomUUID(),
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      profile,
      subjects,
      selfTest: false,
      traffic: { note: notes[profile], files },
      seed: null,
      ...(nonce !== undefined && { nonce }),
      diagnosis,
      faults: [],
    },
    embedded: false,
    target,
    txnIds,
    plan: {
      ...{ scenarios: 0, unplanned: Object.fromEntries(unplanned) },
      ...(isNarrowed(traffic) && { narrowedBy: ['--only'] as const }),
      ...(Object.keys(lacking).length > 0 && { notKept: lacking }),
    },
    refusals: {},
    obstructed: [],
    cutShort: [],
    scenarios: [],
    ...(waivers && { waivers }),
    ...(client && { client }),
  };
}

/** What is known of traffic, once it was judged. */
export function trafficResultsInput(basis: Basis, { clients, ...judged }: JudgedTraffic): ResultsInput {
  const ended = endedTogether(basis, judged);
  if (clients === undefined) return ended;
  const alone = clients.map((client) => ({ client, results: aloneOf(client, ended) }));
  const rows = alone.map(({ client, results }) => rowOf(client, results));
  if (alone.length < 2) return { ...ended, clients: rows };
  // What names no client is that of none.
  const named = alone.filter(({ client }) => client.name.by !== 'nothing');
  return { ...ended, clients: rows, conclusions: withFacetsOfOne(ended.conclusions, named) };
}

/** The same of one of its clients. */
export function endedOf(basis: Basis, client: JudgedClient, evidence: readonly Evidence[]): ResultsInput {
  const { conclusions, exchanges: count, name } = client;
  const clients = name.by === 'nothing' ? undefined : [client];
  return trafficResultsInput(basis, { conclusions, count, evidence, clients, spans: [client] });
}

function aloneOf({ exchanges, conclusions }: JudgedClient, ended: ResultsInput): Results {
  return buildResults({ ...ended, conclusions, count: exchanges, evidence: [] });
}

function rowOf(client: JudgedClient, { run, obligations }: Results): ClientRow {
  const { name, exchanges, firstExchange, firstAt, lastAt } = client;
  const verdicts = Object.entries(run.overall).map(([subject, { verdict }]) => [subject, verdict] as const);
  const broken = obligations.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  return {
    ...name,
    exchanges,
    ...(firstExchange !== undefined && { firstExchange }),
    ...(firstAt !== undefined && { firstAt: new Date(firstAt).toISOString() }),
    ...(lastAt !== undefined && { lastAt: new Date(lastAt).toISOString() }),
    overall: Object.fromEntries(verdicts),
    failed: broken.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
    broken: broken.map(brokenOf),
  };
}

function brokenOf({ id, broken: count = 0, breaches = [] }: ObligationResult): ClientBreachCount {
  const first = Math.min(...breaches.flatMap(({ exchanges }) => exchanges[0] ?? []));
  return { id, count, ...(Number.isFinite(first) && { exchange: first }) };
}

function endedTogether(
  { run, ...basis }: Basis,
  { spans, ...judged }: Omit<JudgedTraffic, 'clients'>,
): ResultsInput {
  const { profile, traffic } = run;
  const clients = spans.filter(({ exchanges }) => exchanges > 0).length;
  return {
    ...run,
    ...judged,
    startedAt: new Date(run.startedAt),
    finishedAt: new Date(run.finishedAt),
    target: basis.target,
    embedded: false,
    catalogue: contractObligations,
    scenarios: [],
    planned: 0,
    narrowedBy: basis.plan.narrowedBy ?? [],
    unplanned: basis.plan.unplanned,
    whyNotKept: ({ id }) => basis.plan.notKept?.[id],
    whyNot: (obligation, conclusion) => whyNot(obligation, run.profile, basis.target, conclusion),
    circumstances: trafficCircumstances(basis.target, run.profile),
    isObstructed: () => false,
    waivers: basis.waivers,
    observed: describeObserved({
      profile,
      files: traffic?.files ?? [],
      target: basis.target,
      spans,
      clients,
    }),
  };
}

/** Addresses stand for services that are there: traffic that went to them shows them, wherever they are. */
const somewhere = 'https://recorded.invalid';
const everywhere = {
  gateway: somewhere,
  identity: somewhere,
  registry: somewhere,
  dummyPayer: somewhere,
  provider: somewhere,
};

function trafficCircumstances(target: BasisTarget, profile: string): Circumstances {
  const services = Object.keys(target.services).length === 0 ? everywhere : target.services;
  // Only a mock says whether it spoke TLS to the client of others that reached it.
  const integrator = profile === 'mock' ? ({ manual: true } as const) : {};
  return { ...circumstancesOf(target), services, integrator, environment: 'sandbox' };
}

function whyNot(
  obligation: Obligation,
  profile: string,
  target: BasisTarget,
  conclusion: Conclusion | undefined,
): Exclusion | undefined {
  // A raw value is a breach in any role: the target may leave out a role that the client plays.
  if (obligation.breaksInTraffic === true && (conclusion?.breachCount ?? 0) > 0) return undefined;
  const why = whyExcluded(obligation, trafficCircumstances(target, profile));
  if (why?.verdict === 'not-applicable') return why;
  const unseen = whyUnseen(obligation, profile, conclusion);
  if (unseen !== undefined)
    return { verdict: 'not-tested', reason: { kind: 'cannot-be-seen', text: unseen } };
  // No target file says how it is to speak.
  return profile === 'mock' && why?.reason === plainHttpReason ? { ...why, reason: mockOverPlainHttp } : why;
}

function whyUnseen(
  { seen, breaksInTraffic }: Obligation,
  profile: string,
  conclusion: Conclusion | undefined,
): string | undefined {
  if (profile === 'mock' && seen === 'adapter')
    return 'a mock cannot show it: it takes a run with an adapter';
  const isBroken = (conclusion?.breachCount ?? 0) > 0;
  if (profile === 'mock' && seen === 'declared' && !isBroken)
    return 'a mock cannot show it: for a run, the target declares it';
  if (profile === 'rejudge' || profile === 'mock' || seen === 'passive' || seen === 'declared')
    return undefined;
  return breaksInTraffic === true && conclusion !== undefined && mayBeBroken(conclusion)
    ? undefined
    : 'recorded traffic cannot show it: it takes a run with an adapter, or against the service';
}
