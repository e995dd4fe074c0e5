import { effect, signal } from '@preact/signals';
import { Notice } from '../parts/notice';
import { linkTo } from '../route';
import { t } from '../strings';
import { counts, type Light, lights, type Shown, signs, stateOf } from './lights';
import { LightPart } from './light-part';
import { lookingAt } from './look';
import { moveFocus } from './move-focus';
import { begun, end, finished, plan } from './state';

/** What is shown of the plan; all where nothing is chosen. */
const filter = signal<Shown | undefined>(undefined);
effect(() => {
  // What was looked for in one run says nothing of the next.
  if (begun.value === undefined) filter.value = undefined;
});
/** The light that is pointed at, or that has the focus. */
const pointed = signal<string | undefined>(undefined);

/** The obligations of the plan, by area, each as a light. */
export function PlanPart({ chosen }: { readonly chosen: string | undefined }) {
  if (plan.value === undefined) return null;
  const wanted = filter.value;
  const shown = lights.value.filter((light) => wanted === undefined || light.shown === wanted);
  return (
    <section aria-labelledby="run-plan">
      <h2 id="run-plan">{t('run.plan.title')}</h2>
      {finished.value === undefined && <p class="soft">{t('run.plan.provisional')}</p>}
      {end.value?.type === 'run.failed' && <Notice kind="warn">{t('run.plan.unfinished')}</Notice>}
      <Filter />
      <Caption />
      {shown.length === 0 && <p>{t('run.plan.none')}</p>}
      <div class="lights" onKeyDown={moveFocus} onMouseLeave={() => (pointed.value = undefined)}>
        {plan.value.areas.map(({ name, title }) => (
          <Area
            key={name}
            title={title}
            members={shown.filter(({ area }) => area === name)}
            stop={stopOf(shown)}
            chosen={lights.value.find(({ id, area }) => id === chosen && area === name)}
          />
        ))}
      </div>
      <p class="soft">{t('run.plan.help')}</p>
    </section>
  );
}

/** The one light that Tab stops at: arrow keys lead on from there. */
function stopOf(shown: readonly Light[]): string | undefined {
  const known = shown.find(({ id }) => id === pointed.value) ?? shown[0];
  return known?.id;
}

interface AreaProps {
  readonly title: string;
  readonly members: readonly Light[];
  readonly stop: string | undefined;
  /** Looked at, whether the filter leaves it or not. */
  readonly chosen: Light | undefined;
}

function Area({ title, members, stop, chosen }: AreaProps) {
  if (members.length === 0 && chosen === undefined) return null;
  return (
    <div class="lights-area" role="group" aria-label={title}>
      <span class="lights-title" translate={false}>
        {title}
      </span>
      <span class="lights-row">
        {members.map((light) => (
          <LightLink key={light.id} light={light} isStop={light.id === stop} />
        ))}
      </span>
      {chosen !== undefined && <LightPart light={chosen} />}
    </div>
  );
}

function LightLink({ light, isStop }: { readonly light: Light; readonly isStop: boolean }) {
  const { id, title, shown, isProvisional } = light;
  const point = (): void => {
    pointed.value = id;
  };
  return (
    <a
      href={linkTo('run', id)}
      class={`light ${shown}${isProvisional ? ' provisional' : ''}`}
      tabIndex={isStop ? 0 : -1}
      aria-label={t('run.plan.light', { id, title, state: stateOf(light) })}
      data-id={id}
      onClick={lookingAt(id)}
      onFocus={point}
      onMouseEnter={point}
    >
      {signs[shown]}
    </a>
  );
}

/** The name of the light that is pointed at. */
function Caption() {
  const light = lights.value.find(({ id }) => id === pointed.value);
  return (
    <p class="lights-caption" aria-hidden="true">
      {light === undefined ? (
        t('run.plan.point')
      ) : (
        <>
          <b translate={false}>{light.id}</b> <span translate={false}>{light.title}</span>: {stateOf(light)}
        </>
      )}
    </p>
  );
}

const order = Object.keys(signs) as Shown[];

function Filter() {
  const present = order.filter((each) => counts.value.has(each) || filter.value === each);
  const choice = (value: Shown | undefined, text: string, count: number) => (
    <button
      type="button"
      key={value}
      class={`light-filter ${value ?? ''}`}
      aria-pressed={filter.value === value}
      onClick={() => (filter.value = value)}
    >
      {value !== undefined && (
        <span class={`light ${value}`} aria-hidden="true">
          {signs[value]}
        </span>
      )}{' '}
      {text} {count.toLocaleString()}
    </button>
  );
  return (
    <div class="row-of-buttons" role="group" aria-label={t('run.plan.filter')}>
      {choice(undefined, t('run.plan.all'), lights.value.length)}
      {present.map((each) =>
        choice(
          each,
          each === 'now' || each === 'waiting' ? t(`run.plan.${each}`) : t(`verdict.${each}`),
          counts.value.get(each) ?? 0,
        ),
      )}
    </div>
  );
}
