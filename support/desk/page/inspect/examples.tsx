import type { ExampleView, ObligationView } from '../../wire/inspect-report';
import { t } from '../strings';
import { Section } from './section';
import { Shown } from './shown';

interface ViewProps {
  readonly view: ObligationView;
}

/** How it is kept, and how it is broken: recorded examples of the suite's own. */
export function Examples({ view: { examples } }: ViewProps) {
  if (examples === undefined) return null;
  const { right, wrong, mistakes } = examples;
  if (right === undefined && wrong === undefined && mistakes.length === 0) return null;
  return (
    <section>
      <h2>{t('inspect.right')}</h2>
      {right !== undefined && <Example example={right} />}
      {wrong !== undefined && (
        <Section title={t('inspect.wrong')} isClosed>
          <p translate={false}>{wrong.story}</p>
          <Example example={wrong} />
        </Section>
      )}
      {mistakes.length > 0 && (
        <Section title={t('inspect.mistakes', { count: mistakes.length })} isClosed>
          <ul translate={false}>
            {mistakes.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Section>
      )}
    </section>
  );
}

function Example({ example: { exchanges } }: { readonly example: ExampleView }) {
  return (
    <ol class="example">
      {exchanges.map(({ seq, line, request, answer, answered, found }) => (
        <li key={seq}>
          <code>
            <Shown text={line} />
          </code>
          {answer !== undefined && (
            <>
              {' → '}
              <code>
                <Shown text={answer} />
              </code>
            </>
          )}
          <Lines
            name={t(answer === undefined ? 'inspect.marked.returned' : 'inspect.marked.request')}
            lines={request}
          />
          <Lines name={t('inspect.marked.answer')} lines={answered} />
          <Lines name={t('inspect.marked.facts')} lines={found} />
        </li>
      ))}
    </ol>
  );
}

function Lines({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p class="part-title">{name}</p>
      <pre>
        <Shown text={lines.join('\n')} />
      </pre>
    </>
  );
}
