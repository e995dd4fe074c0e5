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

/** Why it has its verdict: what it follows from and brings, the reason, its facets, what was noted. */
export function Why({ view }: ViewProps) {
  const { entry, follows, root, brings, reason, declaredBy, notes = [], waiver } = view;
  return (
    <section class="why-part">
      <h2>{t('inspect.why')}</h2>
      {follows.length > 0 && <Links name={t('inspect.follows')} ids={follows} view={view} />}
      {root !== undefined && !follows.includes(root) && (
        <Links name={t('inspect.root')} ids={[root]} view={view} />
      )}
      {brings.length > 0 && <Links name={t('inspect.bringsWith')} ids={brings} view={view} />}
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
      {reason === undefined &&
        follows.length + brings.length + notes.length === 0 &&
        declaredBy === undefined && (
          <p>{t(view.verdict === 'passed' ? 'inspect.rightEachTime' : 'inspect.noReason')}</p>
        )}
      <Facets view={view} />
    </section>
  );
}

const longestStatement = 4000;

interface LinksProps extends ViewProps {
  readonly name: string;
  readonly ids: readonly string[];
}

function Links({ name, ids, view: { related, entry } }: LinksProps) {
  const byId = new Map(related.map((each) => [each.id, each]));
  return (
    <div class="related">
      <p>
        <strong>{name}</strong>
      </p>
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
    </div>
  );
}

function Facets({ view: { facets, entry } }: ViewProps) {
  if (facets.length === 0) return null;
  return (
    <>
      <h3>{t('inspect.facets')}</h3>
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
    </>
  );
}
