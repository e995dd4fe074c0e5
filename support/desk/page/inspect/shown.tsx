import { t } from '../strings';
import { textPieces } from './text-pieces';
import { useMore } from './use-more';

/** A text of someone else's, as text: what cannot be seen is named, and what turns the direction of writing turns nothing. */
export function Shown({ text }: { readonly text: string }) {
  return (
    <bdi translate={false}>
      {textPieces(text).map((piece, index) =>
        piece.odd === undefined ? (
          piece.text
        ) : (
          <span key={index} class="odd" title={t('inspect.unseen')}>
            ⟨{piece.odd}⟩
          </span>
        ),
      )}
    </bdi>
  );
}

const longest = 300;

/** The same in a list: the whole is where it leads. */
export function ShownShort({ text, most = longest }: { readonly text: string; readonly most?: number }) {
  return <Shown text={text.length > most ? `${text.slice(0, most)}…` : text} />;
}

const steps = {
  ...{ first: 20_000, next: 100_000 },
  say: (count: number) => t('inspect.moreCharacters', { count }),
};

/** A long text, its beginning first. */
export function RawText({ text, name }: { readonly text: string; readonly name: string }) {
  const { shown, more } = useMore(text.length, steps);
  return (
    <>
      <div class="scroll" role="group" aria-label={name} tabIndex={0}>
        <pre>
          <Shown text={text.slice(0, shown)} />
        </pre>
      </div>
      {more}
    </>
  );
}
