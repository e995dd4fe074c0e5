import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCalls } from '../../../exchange/evidence';
import type { Exchange } from '../../../exchange/exchange';
import { linkToExchange, toPlainText } from '../../../exchange/text';
import { JudgingLoop } from '../../../judging/loop';
import { contractObligations } from '../../../obligations';
import { payerCertificate } from '../../../mock/tls';
import type { BrokenByHand, ConnectionDetails, RequestByHand } from '../../../run/hand/happenings';
import type { Person } from '../../../run/hand/person';
import { processTerminal, terminalPerson } from '../../../run/hand/terminal-person';
import type { MissedCall } from '../../../run/evidence';
import { ManualProgress } from '../../../run/manual-progress';
import type { Run } from '../../../run/run';
import { ruleContextOfRun } from '../../../run/run';
import { isWanted } from '../../../run/selection';
import { callsNotByHand } from './instructions';
import type { TurnBounds } from './turn';
import type { WantedAct } from './why-not';
import { seenByHand } from './why-not';
import type { PlayedServices } from '../played-services';

/**
 * Returns a function that lists the `must` obligations that the client has broken since the function was last called.
 * The function lists each obligation once, with its first breach.
 */
export function brokenSoFar(run: Pick<Run, 'plan' | 'target' | 'evidence'>): () => BrokenByHand[] {
  const judged = contractObligations.judged.filter(
    (obligation) =>
      obligation.subject === 'integrator' &&
      obligation.level === 'must' &&
      obligation.roles.some((role) => run.target.roles.includes(role)) &&
      isWanted(run.plan, obligation),
  );
  const told = new Set<string>();
  return () => {
    // Judge the whole recording each time, because a request can be assigned to its call only after the call has ended.
    const loop = new JudgingLoop(judged, ruleContextOfRun(run));
    for (const each of withCalls(run.evidence.recording.evidence)) loop.observe(each);
    const conclusions = loop.conclude();
    return judged.flatMap(({ id, title }) => {
      const first = conclusions.get(id)?.breaches.find(({ warns }) => warns !== true);
      if (first === undefined || told.has(id)) return [];
      told.add(id);
      const [seq] = first.exchanges;
      const where = seq === undefined ? '' : `, in ${toPlainText(linkToExchange(seq))}`;
      return [{ id, title, seen: `${toPlainText(first.seen)}${where}` }];
    });
  };
}

/** A sequence of calls to one process of the client. */
export interface JourneyOutline {
  /** For example `main`. The suite saves the person's progress under this name. */
  readonly name: string;
  /** Title for the person. */
  readonly title: string;
  /** Maximum number of the journey's calls that the suite can ask a person to make. */
  readonly calls: number;
  /**
   * Whether a later run can continue the journey in its middle. `false` if later calls depend on the client's state
   * from earlier calls.
   */
  readonly piecewise: boolean;
  /**
   * Set if a journey that is not `piecewise` continues after the person skips a call. Only calls that depend on the
   * skipped call are then missing.
   */
  readonly goesOn?: true;
}

type Take = (seen: RequestByHand, exchange: Exchange) => void;

/** The session with one person, for a whole run. */
export interface ManualSession {
  readonly run: Run;
  readonly played: PlayedServices;
  readonly person: Person;
  readonly progress: ManualProgress;
  readonly bounds: TurnBounds;
  /**
   * Announces a journey to the person. Before the first journey, also describes how to connect to the services. Before
   * each later journey, asks the person to restart the client.
   */
  begin(journey: JourneyOutline): void;
  /** Reports to the person the obligations that the client has broken since the previous report. */
  tellBroken(): void;
  /** Returns the next number for an act or a question. */
  next(): number;
  /**
   * Sets the act that the suite asks for, and calls back for each request that arrives. Call the returned function to
   * stop.
   */
  want(wanted: WantedAct, take: Take): () => void;
}

/** Opens the manual session. Later calls in the same run return the same session. */
export function openByHand(run: Run, played: PlayedServices): Promise<ManualSession> {
  return run.once('by-hand', () => Promise.resolve(makeByHand(run, played)));
}

const encryptionNotByHand: MissedCall = {
  methods: ['field.encrypt'],
  text: 'field.encrypt (it cannot be done by hand)',
};

function makeByHand(run: Run, played: PlayedServices): ManualSession {
  const {
    reports,
    nonce,
    resumed,
    person = terminalPerson(run.plan.terminal ?? processTerminal()),
  } = run.plan;
  const begun = { startedAt: run.startedAt, nonce };
  const progress = new ManualProgress(reports, run.target, resumed ?? begun);
  progress.give(played.mock.account.txnId);
  run.evidence.missedCalls.push(encryptionNotByHand, ...callsNotByHand(run.target.roles));
  let awaited: { readonly wanted: WantedAct; readonly take: Take } | undefined;
  played.onSeen((seen, exchange) => {
    progress.keep(run.evidence.recording.evidence);
    const known = { wanted: awaited?.wanted, roles: run.target.roles, credentials: played.mock.account };
    const told = seenByHand(seen, exchange, known);
    person.tell({ what: 'seen', seen: told });
    awaited?.take(told, exchange);
  });
  played.onAnswer(() => {
    progress.keep(run.evidence.recording.evidence);
  });
  const broken = brokenSoFar(run);
  let [introduced, acts] = [false, 0];
  return {
    ...{ run, played, person, progress },
    bounds: { person, stop: stopOf(run), limitMs: run.target.limits.callMs },
    begin({ title, calls }) {
      if (!introduced) person.tell({ what: 'introduced', introduction: introduce(run, played, progress) });
      person.tell({ what: 'begun', title, acts: calls, restart: introduced });
      introduced = true;
    },
    tellBroken() {
      for (const each of broken()) person.tell({ what: 'broken', broken: each });
    },
    next: () => (acts += 1),
    want(wanted, take) {
      const mine = { wanted, take };
      awaited = mine;
      return () => {
        if (awaited === mine) awaited = undefined;
      };
    },
  };
}

/**
 * Returns a controller that aborts when the run is stopped. The code that reads the person's replies aborts the
 * controller too, if the person wants to stop.
 */
function stopOf({ plan: { budget } }: Run): AbortController {
  const stop = new AbortController();
  if (budget.stopped.aborted) stop.abort();
  budget.stopped.addEventListener('abort', () => {
    stop.abort();
  });
  return stop;
}

function introduce(
  { plan, target }: Run,
  { mock }: PlayedServices,
  progress: ManualProgress,
): ConnectionDetails {
  const { account, urls, ca } = mock;
  const { clientId, clientSecret, cmId, otp, txnId } = account;
  const paysFlows = target.roles.includes('provider') || target.roles.includes('trigger');
  const payerEncryptionKey = mock.keys.payer.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const payerEncryptionCertificate = payerCertificate(mock.keys.payer);
  const inReports = (name: string): string => join(plan.reports, name);
  const caFile = inReports('manual-ca.pem');
  if (ca !== undefined) writeFileSync(caFile, ca);
  const payerKeyFile = inReports('manual-payer.pem');
  const payerCertificateFile = inReports('manual-payer-certificate.pem');
  const seals = paysFlows && target.readings.envelope === 'jwe';
  if (seals) {
    writeFileSync(payerKeyFile, payerEncryptionKey);
    writeFileSync(payerCertificateFile, payerEncryptionCertificate);
  }
  return {
    services: urls,
    credentials: { clientId, clientSecret },
    ...{ cmId, otp, txnId, paysFlows, payerEncryptionKey, payerEncryptionCertificate },
    callbackCertificates: urls.gateway + target.readings['callback-certificates'],
    participants: target.participants,
    envelope: target.readings.envelope,
    ...(seals && { payerKeyFile, payerCertificateFile }),
    ...(ca !== undefined && { ca, caFile }),
    ...(progress.resumed && { goesOnAfter: progress.done }),
    leftOut: callsNotByHand(target.roles).map(({ text }) => text),
  };
}
