import type { JSX } from 'preact';
import { formatCount } from '../../contract/format-count';
import { linkToExchange } from '../../exchange/text';
import type { FirstPage, ToldFailure, ToldReason } from '../model/first-page';
import { headings } from '../wording';
import type { SectionCriteria, SectionName } from './section-names';
import { SectionLink } from './section-names';
import type { PartContext } from './text';
import { FoldedIds, TextWithLinks, VerdictMark } from './text';

interface FirstPageProps {
  readonly page: FirstPage;
  readonly report: SectionCriteria;
  readonly around: PartContext;
}

/**
 * What a reader must know first, the verdict on each subject with its scope, what a reviewer decided, and what it is
 * about.
 */
export function Outcome({
  page: { notes, outcomes, signOff, about, warnings },
  report,
}: Omit<FirstPageProps, 'around'>): JSX.Element {
  return (
    <>
      {notes.map((note) => (
        <p class="caveat" role="note">
          {note}
        </p>
      ))}
      <div class="outcomes">
        {outcomes.map(({ subject, verdict, sentence, basis }) => (
          <section class={`outcome ${verdict}`} aria-label={`Verdict on the ${subject}`}>
            <p class="headline">{sentence}</p>
            {basis.map((text) => (
              <p>{text}</p>
            ))}
          </section>
        ))}
        {signOff !== undefined && <Decision signOff={signOff} />}
      </div>
      <p class="about">
        {about.map((text, index) => (
          <>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </>
        ))}
      </p>
      {warnings > 0 && (
        <p class="more">
          {formatCount(warnings, 'warning')} about the run itself, in <SectionLink to="run" report={report} />
        </p>
      )}
    </>
  );
}

/** What a reviewer decided, side by side with the verdicts. */
function Decision({ signOff }: { readonly signOff: NonNullable<FirstPage['signOff']> }) {
  const { kind, sentence, basis, remarks, conditions } = signOff;
  return (
    <section class={`outcome decision ${kind}`} aria-label="Decision of the reviewer">
      <p class="headline">{sentence}</p>
      <p>{basis}</p>
      {remarks !== undefined && <p class="said">{remarks}</p>}
      {conditions.length > 0 && (
        <>
          <p>Conditions:</p>
          <ol>
            {conditions.map((each) => (
              <li class="said">{each}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** What was broken and follows from nothing else: expected, got, and the likely cause. */
export function FirstFailures({ page: { failing, failures }, report, around }: FirstPageProps): JSX.Element {
  return (
    <section id="failures">
      <h2>{headings.failures}</h2>
      <p>{failing}</p>
      {failures.first.length > 0 && (
        <table class="failures stacks">
          <thead>
            <tr>
              <th scope="col">Obligation</th>
              {columns.map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {failures.first.map((failure) => (
              <FailureRow failure={failure} around={around} />
            ))}
          </tbody>
        </table>
      )}
      <More count={failures.more} section="obligations" report={report} />
    </section>
  );
}

const columns = ['Expected', 'Got', 'Likely cause'] as const;

function FailureRow({ failure, around }: { readonly failure: ToldFailure; readonly around: PartContext }) {
  const { id, title, clause, verdict, times, brings, settledBy, silentSteps } = failure;
  const { exchange, foundIn, client } = failure;
  const cells = [failure.expected, failure.got, failure.cause];
  return (
    <tr>
      <th scope="row">
        <a href={around.href.obligation(id)}>
          <strong>{id}</strong> {title}
        </a>
        <p class="more">
          {verdict !== 'failed' && <VerdictMark verdict={verdict} />}{' '}
          {settledBy !== undefined && <span class="verdict small settled">{settledBy}</span>}{' '}
          {[`clause ${clause}`, ...(times === undefined ? [] : [times])].join(', ')}
        </p>
        {silentSteps !== undefined && <p class="more">Only the judge found this: {silentSteps}</p>}
        {brings.length > 0 && (
          <div class="more">
            brings {brings.length} more with it: <FoldedIds ids={brings} around={around} />
          </div>
        )}
      </th>
      {columns.map((name, index) => (
        <td data-name={name}>
          {cells[index]}
          {name === 'Got' && exchange !== undefined && (
            <span class="more">
              {' '}
              (exchange <TextWithLinks text={linkToExchange(exchange)} around={around} />
              {foundIn !== undefined && `, ${foundIn}`}
              {client !== undefined && `, of ${client}`})
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

interface MoreProps extends Pick<FirstPageProps, 'report'> {
  readonly count: number;
  readonly section: SectionName['id'];
}

/** How many others there are, and where. */
function More({ count, section, report }: MoreProps) {
  if (count === 0) return null;
  return (
    <p class="more">
      and {count} more, in <SectionLink to={section} report={report} />
    </p>
  );
}

/** What cannot be seen from outside and was stated by a named person. */
export function Declared({ page: { declared }, report, around }: FirstPageProps): JSX.Element {
  return (
    <section id="declarations">
      <h2>{headings.declared}</h2>
      {declared.first.length === 0 && <p>Nothing was declared.</p>}
      <ul class="links">
        {declared.first.map(({ id, title, said }) => (
          <li>
            <a href={around.href.obligation(id)}>
              <strong>{id}</strong> {title}
            </a>
            : {said}
          </li>
        ))}
      </ul>
      <More count={declared.more} section="obligations" report={report} />
    </section>
  );
}

/** Why some obligations were not tested, and what to do about it. */
export function NotTested({
  page: { notTested, outside, stillOpen },
  report,
  around,
}: FirstPageProps): JSX.Element {
  return (
    <section id="open">
      <h2>{headings.notTested}</h2>
      {stillOpen !== undefined && <p>{stillOpen}.</p>}
      {notTested.first.length + outside.length === 0 && <p>Every obligation was tested or declared.</p>}
      <ul class="links">
        {[...notTested.first, ...outside].map((each) => (
          <ReasonLine {...each} around={around} />
        ))}
      </ul>
      <More count={notTested.more} section="not-tested" report={report} />
    </section>
  );
}

function ReasonLine({ verdict, reason, ids, advice, around }: ToldReason & Pick<FirstPageProps, 'around'>) {
  const told = advice === undefined ? reason : `${reason} → ${advice}`;
  return (
    <li>
      <VerdictMark verdict={verdict} />{' '}
      {verdict === 'inconclusive' && <strong>{`prevented ${ids.length}: `}</strong>}
      {told.endsWith('…') ? told : `${told}.`}
      <span class="why">
        {' '}
        <FoldedIds ids={ids} around={around} />
      </span>
    </li>
  );
}
