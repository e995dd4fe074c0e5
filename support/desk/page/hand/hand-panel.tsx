import { useEffect, useRef } from 'preact/hooks';
import { Notice } from '../parts/notice';
import { t } from '../strings';
import { ActCard } from './act-card';
import { DoneList } from './done-list';
import { byHand } from './hand-signal';
import { InsteadList } from './instead-list';
import { IntroductionCard } from './introduction';
import { QuestionCard } from './question-card';

/** What a person is to do in a run by hand, and the acts that are over; nothing where nothing is done by hand. */
export function HandPanel() {
  const { introduction, journey, open, instead, done } = byHand.value;
  const isHeld = open?.kind === 'act' && open.refused !== undefined;
  const heading = useHeldFocus(`${open?.id ?? 0} ${isHeld}`);
  if (introduction === undefined) return null;
  return (
    <section class="hand" aria-labelledby="hand-next">
      <IntroductionCard introduction={introduction} isOpen={!done.some(({ kind }) => kind === 'act')} />
      <h2 id="hand-next" ref={heading} tabIndex={-1}>
        {t(open === undefined ? 'hand.nothingOpen' : open.kind === 'act' ? 'hand.next' : 'hand.question')}
      </h2>
      {open !== undefined && journey?.restart === true && open.kind === 'act' && open.act.number === 1 && (
        <Notice kind="note">{t('hand.restart')}</Notice>
      )}
      {open?.kind === 'act' && <ActCard key={open.id} open={open} />}
      {open?.kind === 'question' && <QuestionCard key={open.id} open={open} />}
      <InsteadList instead={instead} />
      <DoneList done={done} />
    </section>
  );
}

/** Who had the focus on what is gone goes on at the heading of what comes. */
function useHeldFocus(shown: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) heading.current?.focus();
    before.current = shown;
  }, [shown]);
  return heading;
}
