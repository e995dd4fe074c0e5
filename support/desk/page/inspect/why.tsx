import type { ObligationView } from '../../wire/inspect-report';
import { VerdictMark } from '../parts/verdict';
import { t } from '../strings';
import { LabelMark } from './label-mark';
import { ObligationLink } from './obligation-link';
import { ShownShort } from './shown';
import { Told } from './told';

interface ViewProps {
  readonly view: ObligationView;
}

/** Why it has its verdict: what it follows from, the reason, what was noted. Breaches tell the rest. */
export function Why({ view }: ViewProps) {
  const { entry, follows, root, reason, declaredBy, notes = [], waiver } = view;
  const isSaid = reason !== undefined || follows.length + notes.length > 0 || declaredBy !== undefined;
  const isClear = view.breaches.length > 0 || view.verdict === 'passed';
  if (!isSaid && root === undefined && waiver === undefined && isClear) return null;
  return (
    <section class="why-part">
      <h2>{t('inspect.why')}</h2>
      {follows.length > 0 && <Named name={t('inspect.follows')} ids={follows} view={view} />}
      {root !== undefined && !follows.includes(root) && (
        <Named name={t('inspect.root')} ids={[root]} view={view} />
      )}
      {reason !== undefined && (
        <p>
          <Told text={reason} entry={entry} />
        </p>
      )}
      {declaredBy !== undefined && (
        <p>
          {t('inspect.declaredBy')} <ShownShort text={declaredBy} most={longestStatement} />
        </p>
      )}
      {waiver !== undefined && (
        <p>
          <ShownShort text={t('inspect.waivedBy', { approver: waiver.approver, expires: waiver.expires })} />{' '}
          <ShownShort text={waiver.reason} most={longestStatement} />
        </p>
      )}
      {notes.length > 0 && (
        <ul>
          {notes.map((note, index) => (
            <li key={index}>
              <Told text={note} entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {!isSaid && !isClear && <p>{t('inspect.noReason')}</p>}
    </section>
  );
}

const longestStatement = 4000;

interface LinksProps extends ViewProps {
  readonly name: string;
  readonly ids: readonly string[];
}

function Named({ name, ids, view }: LinksProps) {
  return (
    <div class="related">
      <p>
        <strong>{name}</strong>
      </p>
      <Links ids={ids} view={view} />
    </div>
  );
}

function Links({ ids, view: { related, entry } }: Omit<LinksProps, 'name'>) {
  const byId = new Map(related.map((each) => [each.id, each]));
  return (
    <ul class="rows">
      {ids.map((id) => {
        const row = byId.get(id);
        return (
          <li key={id}>
            {row !== undefined && <LabelMark label={row.label} />}
            <ObligationLink entry={entry} id={id} title={row?.title ?? ''} />
          </li>
        );
      })}
    </ul>
  );
}

/** What fails because of it. */
export function Brings({ view }: ViewProps) {
  if (view.brings.length === 0) return null;
  return (
    <section>
      <h2>{t('inspect.bringsWith')}</h2>
      <Links ids={view.brings} view={view} />
    </section>
  );
}

/** The parts in which it has to be seen. */
export function Facets({ view: { facets, entry } }: ViewProps) {
  if (facets.length === 0) return null;
  return (
    <section>
      <h2>{t('inspect.facets')}</h2>
      <ul class="rows">
        {facets.map(({ name, verdict, reason }) => (
          <li key={name}>
            <VerdictMark verdict={verdict} />
            <ShownShort text={name} />
            {reason !== undefined && (
              <span class="why">
                <Told text={reason} entry={entry} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
