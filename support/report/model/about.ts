import { sourceDocument } from '../../contract/source';
import type { Results } from '../../judging/results';
import { formatCount } from '../../contract/format-count';
import { observedText, otherHostsText, reachedServices } from './observed';
import { formatToMinute, formatToSecond } from './words';

/** One thing that is known of the run, or that is not stated. */
export interface Fact {
  readonly term: string;
  readonly value: string | undefined;
  /** A digest, an id: to be compared letter by letter. */
  readonly exact?: true;
}

/** The document that the run is about. */
export interface Contract {
  readonly title: string;
  readonly edition: string;
}

/** The contract by title and edition; an edition that this suite does not know has no title. */
export function contractOf({ run: { sourceDigest, edition } }: Pick<Results, 'run'>): Contract {
  const isKnown = sourceDigest === sourceDocument.digest;
  return {
    title: isKnown ? sourceDocument.title : 'another edition of the contract than the one of this suite',
    edition,
  };
}

/** `Ward Connect 4.2.0`; `undefined` where nothing names it. */
function versioned(
  named: { readonly name: string; readonly version?: string } | null | undefined,
): string | undefined {
  return named ? [named.name, named.version].filter(Boolean).join(' ') : undefined;
}

/** What is certified, in few words. */
export function nameOfTarget({ run: { product, target } }: Pick<Results, 'run'>): string {
  return versioned(product) ?? target.name;
}

/** All that a reader asks first: who, against what, by which contract, when, by what. */
export function factsOf(results: Results): Fact[] {
  const { run, suite, exchanges } = results;
  const { title, edition } = contractOf(results);
  const seconds = Math.round((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000);
  const target = run.target.file === null ? run.target.name : `${run.target.name} (${run.target.file})`;
  const observed = observedText(run);
  const times = `${formatToSecond(run.startedAt)}, ${seconds} s, ${formatCount(exchanges, 'exchange')}, Cucumber profile ${run.profile}`;
  return [
    { term: 'Product', value: versioned(run.product) },
    { term: 'Build digest', value: run.product?.digest, exact: true },
    { term: 'Adapter', value: versioned(run.adapter) },
    { term: 'Facility', value: run.facility },
    { term: 'Operator', value: run.operator },
    { term: 'Contract', value: title },
    { term: 'Edition', value: edition, exact: true },
    { term: 'Environment', value: run.environment },
    { term: 'Against', value: againstOf(run) },
    ...(observed === undefined ? [] : [{ term: 'Observed', value: observed }]),
    { term: 'Target', value: target },
    { term: 'X-CM-ID', value: run.target.cmId },
    { term: 'Roles', value: run.roles.length === 0 ? undefined : run.roles.join(', ') },
    { term: 'Run', value: times },
    { term: 'Run id', value: run.id, exact: true },
    ...(run.seed === null ? [] : [{ term: 'Seed', value: String(run.seed) }]),
    ...(run.nonce === undefined ? [] : [{ term: 'Nonce', value: run.nonce, exact: true as const }]),
    { term: 'Suite', value: `${suite.name} ${suite.version}` },
    { term: 'Digest of the suite', value: suite.digest, exact: true },
    { term: 'Digest of the obligations', value: run.obligationsDigest, exact: true },
    { term: 'Digest of the source document', value: run.sourceDigest, exact: true },
  ];
}

function againstOf(run: Results['run']): string {
  const { target, profile, traffic, challenge, subjects } = run;
  const mock = 'the mock of the suite';
  if (challenge !== undefined) return 'questions of the suite, answered offline';
  if (profile === 'mock') return mock;
  const addresses = reachedServices(run).join(', ');
  if (traffic !== undefined) {
    const hosts = addresses === '' ? otherHostsText(run) : addresses;
    return `recorded traffic${hosts === '' ? '' : ` with ${hosts}`}`;
  }
  // Whatever the target names, an integrator is certified against what the suite plays.
  if (target.embedded || !subjects.includes('service')) return mock;
  const services = addresses === '' ? 'no service, because none was reached' : addresses;
  return subjects.length > 1 ? `${services}; the integrator against ${mock}` : services;
}

/** The report before this one, as in `the report of version 4.1 of 2026-11-20 10:00 UTC`. */
export function earlierReportText({ since }: NonNullable<Results['run']['changes']>): string {
  const version = since.version === undefined ? '' : ` of version ${since.version}`;
  return `the report${version} of ${formatToMinute(since.finishedAt)}`;
}

interface Warned {
  readonly run: Pick<Results['run'], 'diagnosis'>;
  readonly warnings: readonly string[];
}

/** What needs attention, a line each: of the run itself, and of how the services were found. */
export function warningLines({ run, warnings }: Warned): string[] {
  const bad = run.diagnosis.filter(({ state }) => state === 'bad');
  return [...warnings, ...bad.map(({ name, detail }) => `${name}: no. ${detail}`)];
}
