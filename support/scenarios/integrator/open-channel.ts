import type { AdapterChannel, ChannelOptions } from '../../adapter/channel';
import type { ChildOptions } from '../../adapter/child';
import { openHttpChannel } from '../../adapter/http-channel';
import { openLocalChannel } from '../../adapter/local-channel';
import { openStdioChannel } from '../../adapter/stdio-channel';
import { conformingSeams, createIntegrator } from '../../client/integrator';
import { seededKeys } from '../../client/integrator/transfer/seeded-keys';
import type { MadeUp } from '../../cases/made-up';
import type { ClientFactory } from '../../run/plan';
import type { Run } from '../../run/run';
import { ownAuthority } from '../../run/run';
import type { IntegratorTarget } from '../../targets/target';
import { LogReader, searchPlanted } from './log-reader';
import { ManualChannel } from './manual/channel';
import type { JourneyPlan } from './manual/by-hand';
import { openByHand } from './manual/by-hand';
import type { PlayedServices } from './played-services';

/** Opens the way to the client that the target names: a program, an address, a person, or the suite's own. */
export async function openChannel(
  run: Run,
  played: PlayedServices,
  plan: JourneyPlan,
): Promise<AdapterChannel> {
  const { integrator, limits } = run.target;
  const options = { timeoutMs: limits.callMs, redact: (text: string) => run.evidence.secrets.text(text) };
  const place = "the adapter's stderr";
  const planted = searchPlanted(run, played, place);
  const reader = new LogReader((text) => {
    planted(text);
    played.secrets.hear(text, place);
  });
  run.defer(() => {
    reader.end();
    return Promise.resolve();
  });
  if (integrator?.command !== undefined)
    return openStdioChannel({
      ...options,
      ...startOf(integrator, integrator.command),
      stderrListener: reader.read,
    });
  if (integrator?.url !== undefined)
    return openHttpChannel({ ...options, ...ownAuthority(run), url: integrator.url });
  if (integrator?.manual === true) return new ManualChannel(await openByHand(run, played), plan);
  return openOwnClient(run, plan, options, reader);
}

function startOf({ env, cwd }: IntegratorTarget, command: readonly string[]): ChildOptions {
  return { command, ...(env !== undefined && { env }), ...(cwd !== undefined && { cwd }) };
}

/** The suite's own client, in this process; its log is kept like another's stderr. */
function openOwnClient(
  run: Run,
  { name }: JourneyPlan,
  options: ChannelOptions,
  reader: LogReader,
): AdapterChannel {
  const make = run.plan.seams?.client ?? ownClient(ownClientSeed(name, run.plan.madeUp));
  return openLocalChannel(
    make((line) => {
      reader.read(`${line}\n`);
    }),
    options,
  );
}

/** The keys of a seeded run are the same each time: it takes no luck to meet a shared secret with a leading zero. */
const ownClient =
  (seed: string): ClientFactory =>
  (log) =>
    createIntegrator({
      log: (operation, ending) => {
        log(`${operation} ${ending}`);
      },
      transfer: { ...conformingSeams.transfer, keys: seededKeys(seed) },
    });

/** From what the keys of the suite's own client follow, in one journey. */
export function ownClientSeed(journey: string, data: MadeUp): string {
  return data.marker(`keys of the suite's own client: ${journey}`);
}
