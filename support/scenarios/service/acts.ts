import type { Exchange } from '../../exchange/exchange';
import type { Obligation } from '../../obligations';
import type { Run } from '../../run/run';
import { searchLogs } from '../integrator/log-search';
import { reachAll } from './act';
import type { CertificateService } from './certificates';
import { certificateRound, repeatedUse } from './certificates';
import { otpRound } from './otp';
import { otpRow } from './otp-row';
import { oddTriggers } from './payer/odd-triggers';
import { sessionRound } from './session-rounds';
import { firstSession } from './sessions';
import { staleCertificate } from './stale-timestamps';
import { variantOf } from './wrong-rows';

/** The exchanges of an act, and those of them that are shown beside its step. */
export interface Done {
  readonly exchanges: readonly Exchange[];
  readonly shown: readonly Exchange[];
}

/** What the suite does in the words of the features, each once in a run. */
const acts = {
  'creates a session': async (run) => all([(await firstSession(run)).exchange]),
  'fetches the certificate of "identity"': (run) => fetches(run, 'identity'),
  'fetches the certificate of "registry"': (run) => fetches(run, 'registry'),
  'verifies an OTP': async (run) => last((await otpRound(run)).exchanges),
  'uses its access token again and again': async (run) => all(await repeatedUse(run)),
  'connects to every service': async (run) => none(await reachAll(run)),
  'looks back over all its requests': (run) => Promise.resolve(none(run.recording.exchanges)),
  "searches the integrator's logs": async (run) => {
    await searchLogs(run);
    return none([]);
  },
} as const satisfies Readonly<Record<string, (run: Run) => Promise<Done>>>;

export type SuiteAct = keyof typeof acts;
export const suiteActs = Object.keys(acts) as readonly SuiteAct[];

export function doAct(run: Run, act: SuiteAct): Promise<Done> {
  return acts[act](run);
}

const all = (exchanges: readonly Exchange[]): Done => ({ exchanges, shown: exchanges });
const last = (exchanges: readonly Exchange[]): Done => ({ exchanges, shown: exchanges.slice(-1) });
const none = (exchanges: readonly Exchange[]): Done => ({ exchanges, shown: [] });

async function fetches(run: Run, service: CertificateService): Promise<Done> {
  const { exchanges, twin } = await certificateRound(run, service);
  return { exchanges, shown: [twin.exchange] };
}

type Send = (run: Run, obligation: Obligation, mistake: string) => Promise<readonly Exchange[]>;

/** The same with a mistake on purpose: the round in which it is sent, beside its valid twin. */
const wrongActs = {
  'creates a session': (run, obligation, mistake) => sessionRound(run, variantOf([obligation], mistake)),
  'fetches the certificate of "identity"': (run, obligation, mistake) =>
    fetchesWrongly(run, 'identity', variantOf([obligation], mistake)),
  'fetches the certificate of "registry"': (run, obligation, mistake) =>
    fetchesWrongly(run, 'registry', variantOf([obligation], mistake)),
  'sends an OTP verification': otpRow,
  'sends a trigger': (run) => oddTriggers(run),
} as const satisfies Readonly<Record<string, Send>>;

export type WrongAct = keyof typeof wrongActs;
export const wrongActNames = Object.keys(wrongActs) as readonly WrongAct[];

export function doWrongly(
  run: Run,
  act: WrongAct,
  obligation: Obligation,
  mistake: string,
): ReturnType<Send> {
  return wrongActs[act](run, obligation, mistake);
}

async function fetchesWrongly(
  run: Run,
  service: CertificateService,
  variant: string | undefined,
): Promise<readonly Exchange[]> {
  if (variant === 'stale-timestamp') return staleCertificate(run);
  return (await certificateRound(run, service)).exchanges;
}
