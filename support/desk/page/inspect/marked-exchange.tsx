import { useState } from 'preact/hooks';
import type { MarkedExchange } from '../../wire/inspect-report';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import { linkToExchange } from './place';
import { Shown } from './shown';

interface MarkedProps {
  readonly entry: string;
  /** The obligation that the marks are about. */
  readonly id: string;
  readonly seq: number;
  /** The place of the breach that it is shown for; absent: as evidence. */
  readonly breach?: number;
  readonly title: string;
  readonly isOpen?: boolean;
}

/** An exchange with what tells about an obligation marked; it is asked for when it is opened first. */
export function MarkedExchangeView({ isOpen = false, ...about }: MarkedProps) {
  const [isMade, setMade] = useState(isOpen);
  return (
    <details
      class="section exchange"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setMade(true);
      }}
    >
      <summary>
        #{about.seq}{' '}
        <code>
          <Shown text={about.title} />
        </code>
      </summary>
      {isMade && <Lines {...about} />}
    </details>
  );
}

function Lines({ entry, id, seq, breach }: Omit<MarkedProps, 'isOpen'>) {
  const path = `/api/reports/${encodeURIComponent(entry)}/obligations/${encodeURIComponent(id)}/exchanges/${seq}`;
  const { answer, error } = useAnswer<MarkedExchange>(
    breach === undefined ? path : `${path}?breach=${breach}`,
  );
  if (answer === undefined)
    return error === undefined ? <p>{t('app.loading')}</p> : <ErrorNotice error={error} />;
  return (
    <>
      <p>
        <a href={linkToExchange({ entry, seq })}>{t('inspect.lookInto', { seq })}</a>
      </p>
      <div class="marked">
        {answer.parts.map(({ name, lines }) => (
          <div key={name}>
            <p class="part-title">{t(`inspect.marked.${name}`)}</p>
            <pre>
              {lines.map(({ text, depth, marked }, index) => (
                <span key={index} class={`line d${Math.min(depth, 8)}`}>
                  {marked ? (
                    <mark>
                      <span class="hidden">{t('inspect.telling')} </span>
                      <Shown text={text} />
                    </mark>
                  ) : (
                    <Shown text={text} />
                  )}
                  {'\n'}
                </span>
              ))}
            </pre>
          </div>
        ))}
      </div>
    </>
  );
}
