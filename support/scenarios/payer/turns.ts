import { withCalls, subjectOfEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { Run } from '../../run/run';
import { runPayerFlows } from '../integrator/payer/journey';
import { runProviderFlows } from '../service/payer/provider';
import { Conversation, withoutOtherCycles } from '../matchers/conversation';
import type { Stage, ScenarioCycle } from '../matchers/conversation';
import { resolveFeaturePath } from '../matchers/paths';

/** What steps about the payer need of the World. */
interface Teller {
  readonly run: Run;
  readonly isAboutService: boolean;
  told: ScenarioCycle;
  readonly scene: { add(turns: readonly Exchange[]): void; isPartial: boolean };
  through(journey: Promise<unknown>): Promise<void>;
  saw(exchanges: readonly Exchange[], obstacle?: Error): void;
  show(exchanges: readonly Exchange[]): void;
  expectTurns(areRight: boolean, what: string): void;
}

/** One message of the conversation, as a step names it. */
export interface MessageTurn {
  readonly stage: Stage;
  readonly path: string;
  /** What the step tells of its cycle. */
  readonly told?: ScenarioCycle;
  /** What it says besides. */
  readonly is?: (message: Exchange) => boolean;
}

/**
 * Goes through the flows with the payer, which a run does once, and gives the cycles that the scenario tells of. In one
 * about a service the suite is the provider, in one about an integrator it is the payer.
 */
export async function cyclesTold(teller: Teller): Promise<Conversation> {
  const { run, told } = teller;
  if (teller.isAboutService) {
    const { exchanges, obstacle } = await runProviderFlows(run);
    const isBegun = told.request === 'preauth' || told.request === 'claim';
    // A preauthorization or a claim is told from the others by its trigger.
    if (!isBegun || told.trigger !== undefined) teller.saw(withoutOtherCycles(exchanges, told), obstacle);
    return new Conversation(exchanges, told, run.target.readings);
  }
  await teller.through(runPayerFlows(run));
  const recorded = cyclesRecorded(teller);
  teller.scene.isPartial ||= recorded.isMixed;
  return recorded;
}

/** The cycles of an integrator that were recorded so far. */
export function cyclesRecorded({ run, told }: Pick<Teller, 'run' | 'told'>): Conversation {
  const evidence = withCalls(run.evidence.recording.evidence).filter(
    (each) => subjectOfEvidence(each) === 'integrator' && !(each.kind === undefined && each.clientEnd),
  );
  return new Conversation(evidence, told, run.target.readings);
}

/**
 * What a step tells of the conversation is shown; of an integrator, it is taken into the scene. A turn that is missing
 * may have gone astray: a Then says so.
 */
export function attachTurns(teller: Teller, turns: readonly Exchange[]): void {
  if (!teller.isAboutService) {
    teller.scene.add(turns);
    teller.scene.isPartial ||= turns.length === 0;
  }
  teller.show(turns);
}

/** A turn of the conversation, as a Given or When tells it. Gives what was seen of it. */
export async function takeTurn(
  teller: Teller,
  { stage, path, told }: MessageTurn,
): Promise<readonly Exchange[]> {
  teller.told = { ...teller.told, ...told };
  const seen = await cyclesTold(teller);
  const turns = seen.at(stage, resolveFeaturePath(path, teller.run.target.readings));
  attachTurns(teller, turns);
  return turns;
}

/** The same, as a Then says it: it has to be there. */
export async function expectTurn(teller: Teller, turn: MessageTurn): Promise<void> {
  const turns = await takeTurn(teller, turn);
  const isThere = turns.some((each) => turn.is?.(each) ?? true);
  const path = resolveFeaturePath(turn.path, teller.run.target.readings);
  teller.expectTurns(isThere, `the ${turn.stage} on ${path}`);
}
