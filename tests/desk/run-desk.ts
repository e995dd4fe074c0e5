import { once, EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { HandDesk } from '../../support/desk/server/hand/hand-desk';
import { Hub } from '../../support/desk/server/hub';
import type { DeskContext } from '../../support/desk/server/context';
import { RunControl } from '../../support/desk/server/run/run-control';
import { Secrets } from '../../support/desk/server/secrets';
import type { RunEvent, RunFailed, RunFinished } from '../../support/desk/wire/run';
import { temporaryFolder } from '../report/embedded-run';

/** A desk without a page: what its server does is asked of it directly. */
export interface RunDesk {
  readonly desk: DeskContext;
  readonly control: RunControl;
  readonly folder: string;
  /** What a tab that opens now would be told of the run. */
  readonly events: () => readonly RunEvent[];
  /** Resolves once what is kept holds what is looked for. */
  readonly until: <Found>(find: (events: readonly RunEvent[]) => Found | undefined) => Promise<Found>;
  /** Its end. */
  readonly end: () => Promise<RunFailed | RunFinished>;
}

export function openRunDesk(t: TestContext, certify?: ConstructorParameters<typeof RunControl>[1]): RunDesk {
  const folder = temporaryFolder(t);
  const hub = new Hub();
  const secrets = new Secrets();
  secrets.set('DESK_TEST_SECRET', 'vN4kQ8wZ2rT6yB1m');
  const desk: DeskContext = {
    ...{ hub, folder, reports: join(folder, 'reports'), targetFile: join(folder, 'target.yaml') },
    ...{ secrets, hand: new HandDesk(hub) },
    defer: () => undefined,
  };
  const control = new RunControl(desk, certify);
  t.after(() => control.close());
  const news = new EventEmitter();
  hub.onNews(() => news.emit('news'));
  const events = (): RunEvent[] =>
    hub.kept().events.filter((event): event is RunEvent => event.type.startsWith('run.'));
  const until: RunDesk['until'] = async (find) => {
    for (;;) {
      const found = find(events());
      if (found !== undefined) return found;
      await once(news, 'news');
    }
  };
  const end = (): Promise<RunFailed | RunFinished> =>
    until((all) => all.find((each) => each.type === 'run.finished' || each.type === 'run.failed'));
  return { desk, control, folder, events, until, end };
}

/** Those of one type. */
export function ofType<Type extends RunEvent['type']>(
  events: readonly RunEvent[],
  type: Type,
): Extract<RunEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
}
