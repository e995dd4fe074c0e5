import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Member, TargetProblem } from '../api';
import type { Draft } from './draft';
import { useAnswer } from './parts';
import { memberAt, pathAt } from './target-path';

/** The text with the numbers of its lines, and what the member at the cursor is for. */
export function TargetText({
  area,
  draft,
  problems,
}: {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly draft: Draft;
  readonly problems: readonly TargetProblem[];
}) {
  const [position, setPosition] = useState(0);
  const lines = draft.text.split('\n').length;
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }): void => {
    setPosition(currentTarget.selectionStart);
  };
  return (
    <>
      <div class="text">
        <Numbers upTo={lines} wrong={new Set(problems.map(({ line }) => line))} />
        <textarea
          ref={area}
          aria-label="Target file"
          aria-describedby="help"
          translate={false}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          rows={lines}
          value={draft.text}
          onInput={(event) => {
            draft.type(event.currentTarget.value);
            follow(event);
          }}
          onSelect={follow}
          onKeyUp={follow}
          onClick={follow}
        />
      </div>
      <Help path={pathAt(draft.text, position)} />
    </>
  );
}

function Numbers({
  upTo,
  wrong,
}: {
  readonly upTo: number;
  readonly wrong: ReadonlySet<number | undefined>;
}) {
  return (
    <ol class="numbers" aria-hidden="true">
      {Array.from({ length: upTo }, (_each, at) => (
        <li key={at} class={wrong.has(at + 1) ? 'wrong' : undefined} />
      ))}
    </ol>
  );
}

/** Selects a line of the text. */
export function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  const lines = (area?.value ?? '').split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area?.focus();
  area?.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
}

function Help({ path }: { readonly path: readonly string[] }) {
  const { answer = [] } = useAnswer<readonly Member[]>('/api/target/members');
  const member = memberAt(path, answer);
  return (
    <p id="help" class="help">
      {member === undefined ? (
        <span class="soft">Go to a line: what it is for stands here.</span>
      ) : (
        <>
          <code translate={false}>{member.path}</code> {member.purpose}
          {member.choices && <span> One of {member.choices.join(', ')}.</span>}
          {member.example !== undefined && <span> As in {member.example}.</span>}
          {member.standard !== undefined && <span> Without it: {member.standard}.</span>}
        </>
      )}
    </p>
  );
}
