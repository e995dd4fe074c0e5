import { useMemo, useState } from 'preact/hooks';
import type { BodyView } from '../../wire/inspect';
import { t } from '../strings';
import { JsonTree } from './json-tree';
import type { JsonFlaw } from './json-nodes';
import { readNodes } from './json-nodes';
import { RawText, Shown } from './shown';

interface BodyProps {
  readonly body: BodyView;
  /** Of which message. */
  readonly name: string;
}

/** A body: as a tree where it is JSON, and as it was written. */
export function Body({ body, name }: BodyProps) {
  const { kind, bytes, cut, left } = body;
  if (kind === 'absent') return <p>{t('inspect.absent', { count: bytes })}</p>;
  if (kind === 'sealed') return <p>{t('inspect.sealed', { count: bytes })}</p>;
  return (
    <>
      <p class="soft">
        {t(kind === 'binary' ? 'inspect.binary' : 'inspect.bytes', { count: bytes })}
        {cut && ` ${t('inspect.cut')}`}
        {left > 0 && ` ${t('inspect.leftOut', { count: left })}`}
      </p>
      {kind === 'binary' ? <RawText text={body.text} name={name} /> : <TextBody body={body} name={name} />}
    </>
  );
}

function TextBody({ body: { text }, name }: BodyProps) {
  const read = useMemo(() => readNodes(text), [text]);
  const [isRaw, setRaw] = useState(false);
  if ('flaw' in read)
    return (
      <>
        {/^\s*[[{"]/.test(text) && <Flaw flaw={read.flaw} text={text} />}
        <RawText text={text} name={name} />
      </>
    );
  const choice = (isThis: boolean, label: string) => (
    <button
      type="button"
      aria-pressed={isRaw === isThis}
      onClick={() => {
        setRaw(isThis);
      }}
    >
      {label}
    </button>
  );
  return (
    <>
      <div class="switch" role="group" aria-label={t('inspect.viewOf', { name })}>
        {choice(false, t('inspect.tree'))}
        {choice(true, t('inspect.raw'))}
      </div>
      {isRaw ? <RawText text={text} name={name} /> : <JsonTree node={read.node} name={name} />}
    </>
  );
}

const around = 40;

/** What keeps it from being JSON, with what stands there. */
function Flaw({ flaw: { why, at, line, column }, text }: { readonly flaw: JsonFlaw; readonly text: string }) {
  const said = { end: 'inspect.endsEarly', character: 'inspect.noJson', deep: 'inspect.tooDeep' } as const;
  const name = why === 'an end' ? said.end : why === 'too deep' ? said.deep : said.character;
  return (
    <p class="flaw">
      {t(name, { line, column })}{' '}
      <code>
        <Shown text={text.slice(Math.max(0, at - around), at)} />
        <mark>{at < text.length ? <Shown text={text.slice(at, at + 1)} /> : t('inspect.end')}</mark>
        <Shown text={text.slice(at + 1, at + around)} />
      </code>
    </p>
  );
}
