import { useEffect } from 'preact/hooks';
import type { FormField, FormSection } from '../../wire/setup';
import { t } from '../strings';
import { problemsAt, valueOf } from './edits';
import { Fold } from './fold';
import { Field } from './form-field';
import { idOf } from './paths';

/** The form, part by part. */
export function Sections({
  sections,
  wanted,
}: {
  readonly sections: readonly FormSection[];
  /** The member to go to. */
  readonly wanted: readonly string[];
}) {
  const place = wanted.join('/');
  useEffect(() => {
    if (place !== '') goToField(place.split('/'));
  }, [place]);
  return (
    <>
      {sections.map((section) => (
        <Section key={section.id} {...section} />
      ))}
    </>
  );
}

/** Opens what hides a field, or the nearest thing around it, and goes there. */
export function goToField(path: readonly string[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const found = document.getElementById(idOf(path.slice(0, length)));
    if (found === null) continue;
    for (let at = found.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
      at.open = true;
    found.focus();
    found.scrollIntoView({ block: 'center' });
    return;
  }
}

/** Parts that most leave alone: they are open where something is wrong in them. */
const folded: readonly string[] = ['payers', 'limits', 'declarations', 'readings', 'further'];

function Section(section: FormSection) {
  const { id, fields } = section;
  const heading = <h2 id={`part-${id}`}>{t(`setup.part.${id}`)}</h2>;
  const count = fields.filter(({ path }) => valueOf(path) !== undefined).length;
  return (
    <section class="part" aria-labelledby={`part-${id}`}>
      {folded.includes(id) ? (
        <Fold
          paths={pathsOf(fields)}
          summary={
            <>
              {heading} {count > 0 && <span class="given">{t('setup.filled')}</span>}
            </>
          }
        >
          <Members {...section} />
        </Fold>
      ) : (
        <>
          {heading}
          <Members {...section} />
        </>
      )}
    </section>
  );
}

function Members({ id, fields }: FormSection) {
  const rare = fields.filter(({ isRare }) => isRare);
  return (
    <>
      <p class="soft">{t(`setup.about.${id}`)}</p>
      {fields
        .filter(({ isRare }) => !isRare)
        .map((field) => {
          const View = field.reading === undefined ? TopField : Reading;
          return <View key={field.path.join('.')} field={field} />;
        })}
      {rare.length > 0 && (
        <Fold paths={pathsOf(rare)} summary={t('setup.more')}>
          {rare.map((field) => (
            <TopField key={field.path.join('.')} field={field} />
          ))}
        </Fold>
      )}
    </>
  );
}

const pathsOf = (fields: readonly FormField[]) => fields.map(({ path }) => path);

const TopField = ({ field }: { readonly field: FormField }) => <Field field={field} path={field.path} />;

/** A choice where the document is silent; closed, for most keep the defaults. */
function Reading({ field }: { readonly field: FormField }) {
  const { label, path, reading, standard } = field;
  const isChosen = valueOf(path) !== undefined;
  const isWrong = problemsAt(path, true).length > 0;
  const summary = (
    <>
      <code translate={false}>{label}</code>{' '}
      {isWrong || isChosen ? (
        <span class={isWrong ? 'asked' : 'given'}>{t(isWrong ? 'setup.wrong' : 'setup.chosen')}</span>
      ) : (
        <span class="soft">
          {t('setup.standard')} <span translate={false}>{standard}</span>
        </span>
      )}
    </>
  );
  return (
    <div class="member">
      <Fold paths={[path]} summary={summary}>
        <p>
          {t('setup.clause')} <span translate={false}>{reading?.clause}</span>. {t('setup.silentOn')}{' '}
          <span translate={false}>{reading?.silentOn}</span>. {t('setup.offered')}{' '}
          <span translate={false}>{reading?.offered}</span>.
        </p>
        <Field field={field} path={path} />
      </Fold>
    </div>
  );
}
