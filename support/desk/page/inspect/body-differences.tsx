import { useMemo } from 'preact/hooks';
import type { BodyView } from '../../wire/inspect';
import { t } from '../strings';
import { DifferenceTable } from './difference-table';
import { jsonDifferences } from './differences-json';
import { lineDifferences } from './differences-lines';
import type { JsonNode } from './json-nodes';
import { readNodes } from './json-nodes';
import { ShownShort } from './shown';

interface BodiesProps {
  readonly first: BodyView | undefined;
  readonly second: BodyView | undefined;
  readonly name: string;
}

/** What differs between two bodies: of JSON by its members, else line by line. */
export function BodyDifferences({ first, second, name }: BodiesProps) {
  if (first === undefined && second === undefined) return null;
  return (
    <div class="body-differences">
      <h3>{name}</h3>
      {first === undefined || second === undefined ? (
        <p>{t(first === undefined ? 'inspect.bodyOnlySecond' : 'inspect.bodyOnlyFirst')}</p>
      ) : (
        <Both first={first} second={second} name={name} />
      )}
    </div>
  );
}

interface BothProps {
  readonly first: BodyView;
  readonly second: BodyView;
  readonly name: string;
}

function Both({ first, second, name }: BothProps) {
  const isKnown = [first, second].every(({ kind }) => kind === 'text' || kind === 'binary');
  if (!isKnown) return <p>{t('inspect.bodyUnknown')}</p>;
  const isWhole = [first, second].every(({ left, cut }) => left === 0 && cut === undefined);
  return (
    <>
      {!isWhole && <p>{t('inspect.onlyBeginnings')}</p>}
      {first.text === second.text ? (
        <p>{t('inspect.bodiesSame', { count: first.bytes })}</p>
      ) : (
        <Texts first={first.text} second={second.text} name={name} />
      )}
    </>
  );
}

interface TextsProps {
  readonly first: string;
  readonly second: string;
  readonly name: string;
}

function Texts({ first, second, name }: TextsProps) {
  const [left, right] = useMemo(() => [readNodes(first), readNodes(second)], [first, second]);
  if ('flaw' in left || 'flaw' in right) return <Lines first={first} second={second} name={name} />;
  return <Members first={left.node} second={right.node} name={name} />;
}

interface MembersProps {
  readonly first: JsonNode;
  readonly second: JsonNode;
  readonly name: string;
}

const said = {
  changed: 'inspect.otherValue',
  first: 'inspect.onlyFirst',
  second: 'inspect.onlySecond',
  order: 'inspect.otherOrder',
} as const;

function Members({ first, second, name }: MembersProps) {
  const { found, more, same } = useMemo(() => jsonDifferences(first, second), [first, second]);
  if (found.length === 0) return <p>{t('inspect.sameMembers')}</p>;
  const rows = found.map(({ path, kind, ...sides }) => ({
    name: path === '' ? t('inspect.theWhole') : path,
    said: t(said[kind]),
    ...sides,
  }));
  return (
    <>
      <DifferenceTable caption={name} rows={rows} />
      <p class="soft">
        {t('inspect.sameValues', { count: same })}
        {more > 0 && ` ${t('inspect.moreDifferences', { count: more })}`}
      </p>
    </>
  );
}

/** Of more lines than these only the number is shown. */
const mostLines = 1000;
const longestLine = 4000;
const signs = { first: '−', same: ' ', second: '+' } as const;

function Lines({ first, second, name }: TextsProps) {
  const rows = useMemo(() => lineDifferences(first, second), [first, second]);
  const left = rows.length - mostLines;
  return (
    <>
      <div class="scroll" role="group" aria-label={name} tabIndex={0}>
        <ul class="lines">
          {rows.slice(0, mostLines).map(({ kind, text }, index) => (
            <li key={index} class={kind}>
              <span class="sign" aria-hidden="true">
                {signs[kind]}
              </span>
              {kind !== 'same' && (
                <span class="hidden">
                  {t(kind === 'first' ? 'inspect.onlyFirst' : 'inspect.onlySecond')}:{' '}
                </span>
              )}
              <ShownShort text={text} most={longestLine} />
            </li>
          ))}
        </ul>
      </div>
      {left > 0 && <p class="soft">{t('inspect.moreLines', { count: left })}</p>}
    </>
  );
}
