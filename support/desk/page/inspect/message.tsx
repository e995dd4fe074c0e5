import type { HeaderList } from '../../../exchange/exchange';
import type { MessageView } from '../../wire/inspect';
import { t } from '../strings';
import { Body } from './body';
import { Section } from './section';
import { ShownShort } from './shown';
import { useMore } from './use-more';

interface MessageProps {
  readonly message: MessageView;
  readonly side: 'answer' | 'request';
  /** Only its body: it crossed no wire. */
  readonly isBodyOnly?: boolean;
}

/** What was sent, or what was answered: headers and body. */
export function Message({ message: { headers, body }, side, isBodyOnly = false }: MessageProps) {
  const count = headers.length;
  const title = t(isBodyOnly ? 'inspect.returned' : `inspect.${side}`);
  return (
    <section class="message" aria-label={title}>
      <h2>{title}</h2>
      {!isBodyOnly && (
        <Section title={t(`inspect.${side}Headers`, { count })}>
          <Headers headers={headers} name={t(`inspect.${side}Headers`, { count })} />
        </Section>
      )}
      <Section title={t(`inspect.${side}Body`)}>
        {body === undefined ? (
          <p class="soft">{t('inspect.withoutBody')}</p>
        ) : (
          <Body body={body} name={t(`inspect.${side}Body`)} />
        )}
      </Section>
    </section>
  );
}

const steps = { first: 200 };

/** In the order and spelling of the wire. */
function Headers({ headers, name }: { readonly headers: HeaderList; readonly name: string }) {
  const { shown, more } = useMore(headers.length, steps);
  if (headers.length === 0) return <p class="soft">{t('inspect.noHeaders')}</p>;
  return (
    <div class="scroll" role="group" aria-label={name} tabIndex={0}>
      <table class="headers">
        <thead>
          <tr>
            <th scope="col">{t('inspect.header')}</th>
            <th scope="col">{t('inspect.value')}</th>
          </tr>
        </thead>
        <tbody>
          {headers.slice(0, shown).map(([field, value], index) => (
            <tr key={index}>
              <th scope="row">
                <code>
                  <ShownShort text={field === '' ? t('inspect.empty') : field} />
                </code>
              </th>
              <td>
                <code>
                  <ShownShort text={value} most={longestValue} />
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}

/** Servers take no more than 16 KiB of headers. */
const longestValue = 20_000;
