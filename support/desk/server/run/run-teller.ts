import type { Envelope } from '@cucumber/messages';
import { printable } from '../../../contract/printable';
import type { Evidence } from '../../../exchange/evidence';
import { contractObligations } from '../../../obligations';
import { areaNames, areaTitle } from '../../../report/areas';
import type { Run, RunSettings } from '../../../run/run';
import { planOf } from '../../../run/plan';
import { asDiskTrouble } from '../../../targets/disk-trouble';
import { ConfigurationError } from '../../../targets/errors';
import type { Wait } from '../../../run/waits';
import type { RunFailed, RunFinished, RunPlanned, RunStanding, RunWaits } from '../../wire/run';
import type { Hub } from '../hub';
import { exchangeEvent } from './exchange-event';
import { obstaclesSoFar } from './obstacles-so-far';
import { ScenarioLog } from './scenario-log';

/** What is waited for is shown as soon as it takes longer than this, in milliseconds. */
const tellWaitMs = 700;

/** Tells all tabs of one run. What stands for a state is kept by a key, so that the many exchanges cannot push it out. */
export class RunTeller {
  readonly #hub: Hub;
  readonly #log = new ScenarioLog((tag) => contractObligations.find(tag) !== undefined);
  #run: Run | undefined;
  #plan: RunPlanned | undefined;
  #waits = JSON.stringify({ type: 'run.waits' });
  #hasBegun = false;
  #obstacles = '[]';

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  /** The run, once it is open. */
  get run(): Run | undefined {
    return this.#run;
  }

  /** Faults of the suite outside scenarios. */
  get faults(): readonly string[] {
    return this.#log.collector.faults;
  }

  begin({ target, subjects }: RunSettings, selfTest: boolean): void {
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

  opened(run: Run): void {
    this.#run = run;
    if (this.#log.all > 0) this.#tellPlan();
  }

  recorded(evidence: Evidence): void {
    const event = exchangeEvent(evidence);
    if (event !== undefined) this.#hub.tell(event);
  }

  /** Tells whether the first scenario has begun by it. */
  message(envelope: Envelope): boolean {
    const told = this.#log.observe(envelope);
    if (told === undefined) return false;
    if (this.#plan === undefined) this.#tellPlan();
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    const { message, verdict } = told;
    const isLeft = verdict === 'not-tested' && message === this.#run?.budget?.reason;
    this.#hub.latest(`run.scenario/${told.number}`, {
      ...told,
      ...(message !== undefined && { message: this.#safe(message) }),
      ...(isLeft && { left: true }),
    });
    if (verdict !== undefined) this.tellObstacles();
    return isFirst;
  }

  /** Whether its first scenario has begun. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Looks what is waited for, and what got in the way since. */
  look(): void {
    const wait = this.#run?.waits.oldest;
    const isLong = wait !== undefined && performance.now() - wait.since >= tellWaitMs;
    const told: RunWaits = { type: 'run.waits', ...(isLong && this.#waitTold(wait)) };
    const text = JSON.stringify(told);
    if (text !== this.#waits) this.#hub.latest('run.waits', told);
    this.#waits = text;
    this.tellObstacles();
  }

  #waitTold({ what, since, hint }: Wait): Omit<RunWaits, 'type'> {
    const likely = hint?.();
    return {
      what: this.#safe(what),
      since: Math.round(performance.timeOrigin + since),
      ...(likely !== undefined && { hint: this.#safe(likely) }),
    };
  }

  tellObstacles(): void {
    const { outcomes } = this.#log.collector;
    const planned = this.#plan?.plan.map(({ id }) => id) ?? [];
    const all = obstaclesSoFar(planned, outcomes, this.#run?.obstacles.keys() ?? []);
    const text = this.#safe(JSON.stringify(all));
    if (text === this.#obstacles) return;
    this.#obstacles = text;
    const obstacles = all.map(({ what, detail, prevented }) => ({
      what: this.#safe(what),
      ...(detail !== undefined && { detail: this.#safe(detail) }),
      prevented,
    }));
    this.#hub.latest('run.obstacles', { type: 'run.obstacles', obstacles });
  }

  /** What ended a run before its report. */
  failure(error: unknown): RunFailed {
    const bad = error instanceof ConfigurationError ? error : asDiskTrouble(error);
    const told =
      bad === undefined
        ? { message: [error instanceof Error ? error.message : String(error), ...this.faults].join('\n') }
        : { message: bad.line.replace(` — ${bad.hint}`, ''), hint: printable(bad.hint) };
    const message = this.#safe(told.message);
    return { type: 'run.failed', at: Date.now(), ...told, message, fault: bad === undefined };
  }

  end(event: RunFailed | RunFinished): void {
    this.#hub.latest('run.waits', { type: 'run.waits' });
    this.#hub.latest('run.end', event);
    this.stand('ended');
  }

  #tellPlan(): void {
    const run = this.#run;
    if (run === undefined) return;
    const { collector, planned: counts, all } = this.#log;
    const { planned, partial } = planOf(run, collector);
    const plan = planned.map((id) => {
      const { title, area, subject, level } = run.catalogue.get(id);
      return { id, title, area, subject, level, scenarios: counts.get(id) ?? 0 };
    });
    const areas = areaNames.filter((name) => plan.some(({ area }) => area === name));
    this.#plan = {
      type: 'run.planned',
      scenarios: all,
      partial,
      roles: run.target.roles,
      plan,
      areas: areas.map((name) => ({ name, title: areaTitle(name) })),
    };
    this.#hub.latest('run.planned', this.#plan);
  }

  /** What may quote others: without secrets, and without what a screen would not show as it is. */
  #safe(text: string): string {
    return printable(this.#run?.redactor.text(text) ?? text);
  }
}
