import { printable } from '../../../contract/printable';
import type { Evidence } from '../../../exchange/evidence';
import { contractObligations } from '../../../obligations';
import { areaNames, areaTitle } from '../../../report/areas';
import type { RunSettings } from '../../../run/run';
import type { RunEvent } from '../../../run/run-events';
import { RunLog } from '../../../run/run-log';
import type { Scenario } from '../../../run/scenario-events';
import { planOf } from '../../../run/plan';
import { asDiskTrouble } from '../../../targets/disk-trouble';
import { ConfigurationError } from '../../../targets/errors';
import type { RunFailed, RunFinished, RunScenario, RunStanding } from '../../wire/run';
import type { Hub } from '../hub';
import { exchangeEvent } from './exchange-event';
import { obstaclesSoFar } from './obstacles-so-far';

/** Tells all tabs of one run. What stands for a state is kept by a key, so that the many exchanges cannot push it out. */
export class RunTeller {
  readonly #hub: Hub;
  readonly #settings: RunSettings;
  readonly #log = new RunLog();
  readonly #evidence: Evidence[] = [];
  #roles: readonly string[] = [];
  #planned: readonly string[] = [];
  #hasBegun = false;
  #obstacles = '[]';

  constructor(hub: Hub, settings: RunSettings) {
    this.#hub = hub;
    this.#settings = settings;
  }

  /** What was recorded so far. */
  get evidence(): readonly Evidence[] {
    return this.#evidence;
  }

  /** Whether its first scenario has begun. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(selfTest: boolean): void {
    const { target, subjects } = this.#settings;
    this.#hub.begin('run');
    this.#hub.latest('run.begun', {
      type: 'run.begun',
      at: Date.now(),
      selfTest,
      target: printable(target?.name ?? ''),
      subjects,
      byHand: target?.integrator?.manual === true && subjects.includes('integrator'),
    });
    this.stand('preparing');
  }

  stand(standing: RunStanding): void {
    this.#hub.latest('run.stands', { type: 'run.stands', standing });
  }

  take(event: RunEvent): void {
    this.#log.add(event);
    switch (event.type) {
      case 'opened':
        this.#roles = event.roles;
        return;
      case 'planned':
        this.#tellPlan();
        return;
      case 'scenario-started':
        this.#hasBegun = true;
        this.#tellScenario(event.number, event.scenario, {});
        return;
      case 'scenario-finished': {
        const { number, scenario, verdict, message, left } = event;
        this.#tellScenario(number, scenario, {
          verdict,
          ...(message !== undefined && { message }),
          ...(left && { left }),
        });
        this.#tellObstacles();
        return;
      }
      case 'exchange':
        this.#tellExchange(event.evidence);
        return;
      case 'waiting':
        this.#hub.latest('run.waits', { type: 'run.waits', ...event.wait });
        return;
      case 'obstacle':
        this.#tellObstacles();
        return;
      // The message of its scenario tells it.
      case 'broken':
        return;
      // Both stand in what is shown at the end.
      case 'fault':
      case 'finished':
    }
  }

  #tellScenario(
    number: number,
    { name, obligations }: Scenario,
    ending: Pick<RunScenario, 'verdict' | 'message' | 'left'>,
  ): void {
    this.#hub.latest(`run.scenario/${number}`, {
      type: 'run.scenario',
      number,
      name,
      obligations,
      ...ending,
    });
  }

  #tellExchange(evidence: Evidence): void {
    this.#evidence.push(evidence);
    const told = exchangeEvent(evidence);
    if (told !== undefined) this.#hub.tell(told);
  }

  #tellObstacles(): void {
    const obstacles = obstaclesSoFar(this.#planned, this.#log);
    const text = JSON.stringify(obstacles);
    if (text === this.#obstacles) return;
    this.#obstacles = text;
    this.#hub.latest('run.obstacles', { type: 'run.obstacles', obstacles });
  }

  /** What ended a run before its report. */
  failure(error: unknown): RunFailed {
    const bad = error instanceof ConfigurationError ? error : asDiskTrouble(error);
    const told =
      bad === undefined
        ? {
            message: [error instanceof Error ? error.message : String(error), ...this.#log.faults].join('\n'),
          }
        : { message: bad.line.replace(` — ${bad.hint}`, ''), hint: printable(bad.hint) };
    const message = printable(told.message);
    return { type: 'run.failed', at: Date.now(), ...told, message, fault: bad === undefined };
  }

  end(event: RunFailed | RunFinished): void {
    this.#hub.latest('run.waits', { type: 'run.waits' });
    this.#hub.latest('run.end', event);
    this.stand('ended');
  }

  #tellPlan(): void {
    const { planned: selected, all } = this.#log;
    const { more: { catalogue } = { catalogue: contractObligations } } = this.#settings;
    const { planned, partial } = planOf({ settings: this.#settings, catalogue }, this.#log);
    this.#planned = planned;
    const plan = planned.map((id) => {
      const { title, area, subject, level } = catalogue.get(id);
      const scenarios = selected.filter(({ obligations }) => obligations.includes(id)).length;
      return { id, title, area, subject, level, scenarios };
    });
    const areas = areaNames.filter((name) => plan.some(({ area }) => area === name));
    this.#hub.latest('run.planned', {
      type: 'run.planned',
      scenarios: all,
      partial,
      roles: this.#roles,
      plan,
      areas: areas.map((name) => ({ name, title: areaTitle(name) })),
    });
  }
}
