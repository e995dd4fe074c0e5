import { mapStrings, printable } from '../../contract/printable';
import type { Evidence } from '../../exchange/evidence';
import type { VerdictReason } from '../../exchange/reason';
import { gatherObstacles } from '../../judging/notes';
import { contractObligations } from '../../obligations';
import { areaNames, areaTitle } from '../../report/areas';
import { coverageOf } from '../../run/coverage';
import type { RunSettings } from '../../run/plan';
import type { RunEvent } from '../../run/run-events';
import { RunLog } from '../../run/run-log';
import type { Scenario } from '../../run/scenario-events';
import type { BrokenObligation, PageRunEvent, RunScenario } from '../api';
import { inPageTerms } from '../page-words';
import type { EventHub } from './event-hub';
import { failureSoFar } from './run-end';
import { displayedPath } from './target-file';

/** Maps the events of one run to events for the page, and sends them to all pages. */
export class RunPublisher {
  /** Evidence recorded so far: the exchange with sequence number `n` is at index `n - 1`. */
  readonly evidence: Evidence[] = [];
  readonly log = new RunLog();
  readonly #hub: EventHub;
  readonly #settings: RunSettings;
  #planned: readonly string[] = [];
  #failures: BrokenObligation[] = [];
  #obstacles = '[]';

  constructor(hub: EventHub, settings: RunSettings, selfTest: boolean) {
    this.#hub = hub;
    this.#settings = settings;
    const { target, subjects } = settings;
    const byHand = target?.integrator?.manual === true && subjects.includes('integrator');
    hub.begin('run');
    const name = printable(target?.name ?? '');
    this.#latest('began', {
      ...{ type: 'began', at: Date.now(), target: name, selfTest, subjects, byHand },
      ...(target?.file !== undefined && { file: displayedPath(target.file) }),
    });
  }

  stopping(): void {
    this.#latest('stopping', { type: 'stopping' });
  }

  end(event: PageRunEvent): void {
    this.#latest('waits', { type: 'waits' });
    this.#latest('end', withOurWords(event));
  }

  take(event: RunEvent): void {
    this.log.add(event);
    switch (event.type) {
      case 'planned':
        this.#tellPlan();
        return;
      case 'scenario-started':
        this.#failures = [];
        this.#tellScenario(event.number, event.scenario, {});
        return;
      case 'broken':
        this.#failures.push(...failureSoFar(this.#catalogue.get(event.obligation), event.breaches));
        return;
      case 'scenario-finished': {
        const { number, scenario, verdict, message, left } = event;
        const why = message === undefined ? {} : { message: inPageTerms(message) };
        const failures = this.#failures.length === 0 ? {} : { failures: this.#failures };
        this.#tellScenario(number, scenario, { verdict, ...why, ...failures, ...(left && { left }) });
        this.#tellObstacles();
        return;
      }
      case 'exchange':
        this.evidence.push(event.evidence);
        return;
      case 'waiting':
        this.#latest('waits', { type: 'waits', ...mapStrings(event.wait, inPageTerms) });
        return;
      case 'obstacle':
        this.#tellObstacles();
        return;
      // Ignore these events. The page does not need `opened`, and the event that ends the run contains faults
      // and results.
      case 'opened':
      case 'fault':
      case 'finished':
    }
  }

  get #catalogue() {
    return this.#settings.seams?.more?.catalogue ?? contractObligations;
  }

  #latest(key: string, event: PageRunEvent): void {
    this.#hub.latest(`run/${key}`, { type: 'run', event });
  }

  #tellScenario(number: number, { name, obligations }: Scenario, ending: Partial<RunScenario>): void {
    this.#latest(`scenario/${number}`, { type: 'scenario', number, name, obligations, ...ending });
  }

  #tellPlan(): void {
    const catalogue = this.#catalogue;
    const { unplanned, narrowedBy = [] } = coverageOf({ ...this.#settings, catalogue }, this.log);
    const planned = catalogue.all.filter(({ id }) => !(id in unplanned));
    this.#planned = planned.map(({ id }) => id);
    const obligations = planned.map(({ id, title, area, subject, level }) => {
      const scenarios = this.log.planned.filter((each) => each.obligations.includes(id)).length;
      return { id, title, area, subject, level, scenarios };
    });
    const areas = areaNames.filter((name) => obligations.some(({ area }) => area === name));
    this.#latest('planned', {
      ...{ type: 'planned', scenarios: this.log.all, narrowed: narrowedBy.length > 0, obligations },
      areas: areas.map((name) => ({ name, title: areaTitle(name) })),
    });
  }

  #tellObstacles(): void {
    const obstacles = mapStrings(obstaclesSoFar(this.#planned, this.log), inPageTerms);
    const text = JSON.stringify(obstacles);
    if (text === this.#obstacles) return;
    this.#obstacles = text;
    this.#latest('obstacles', { type: 'obstacles', obstacles });
  }
}

/**
 * Rewords the suite's own messages in a run's last event, so that they name buttons instead of commands.
 * Leaves failures unchanged, because they quote other parties.
 */
function withOurWords(end: PageRunEvent): PageRunEvent {
  if (end.type !== 'ended') return mapStrings(end, inPageTerms);
  const { faults, warnings } = end;
  return { ...end, ...mapStrings({ faults, warnings }, inPageTerms) };
}

/**
 * Collects the obstacles so far, as the report does. An obligation counts as prevented if one of its
 * scenarios is inconclusive and none has failed.
 */
function obstaclesSoFar(planned: readonly string[], { outcomes, obstacles }: RunLog) {
  const broken = new Set(outcomes.filter(({ verdict }) => verdict === 'failed').flatMap(({ tags }) => tags));
  const prevented = new Map<string, VerdictReason>();
  for (const { verdict, tags, message, bySuite } of outcomes) {
    if (verdict !== 'inconclusive' || message === undefined) continue;
    for (const id of tags)
      if (!prevented.has(id)) prevented.set(id, { text: message, ...(bySuite && { bySuite }) });
  }
  const rows = planned.flatMap((id) => {
    const reason = prevented.get(id);
    if (reason === undefined || broken.has(id)) return [];
    return [{ id, planned: true, verdict: 'inconclusive' as const, reason, scenarios: [] }];
  });
  return gatherObstacles(rows, obstacles).obstacles;
}
