import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { TargetMember, TargetProblem } from '../api';
import type { TypedDraft } from './draft';
import { useAnswer } from './parts';

/** A text area with the target file and its line numbers, and help for the member at the cursor */
export function TargetText({
  area,
  draft,
  problems,
}: {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly draft: TypedDraft;
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

/** Selects a line in the text area. Lines are counted from 1. */
export function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  const lines = (area?.value ?? '').split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area?.focus();
  area?.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
}

function Help({ path }: { readonly path: readonly string[] }) {
  const { answer = [] } = useAnswer<readonly TargetMember[]>('/api/target/members');
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

/**
 * Returns the path of the YAML member at an offset in the text, derived from the indentation. `*` represents
 * a list item. Commented-out members count, too.
 */
export function pathAt(text: string, position: number): string[] {
  const from = text.lastIndexOf('\n', position - 1) + 1;
  const end = text.indexOf('\n', position);
  const line = uncommented(text.slice(from, end < 0 ? undefined : end));
  const { indent, dash, name, rest } = partsOf(line);
  if (name === undefined && dash === '') return [];
  const column = uncommented(text.slice(from, position)).length;
  const path = [
    ...placed(dash, name),
    ...inBraces(rest.slice(0, Math.max(0, column - (line.length - rest.length)))),
  ];
  return [...above(text.slice(0, from).split('\n').map(uncommented), indent), ...path];
}

/**
 * Returns the path of the member that contains a line with this indentation. `lines` are the lines above that
 * line.
 */
function above(lines: readonly string[], indent: number): string[] {
  const path: string[] = [];
  let least = indent;
  for (const line of lines.toReversed()) {
    const { indent: own, dash, name } = partsOf(line);
    if (least === 0) break;
    if (own >= least || (name === undefined && dash === '')) continue;
    // In `- name: …`, `name` is the parent only of lines indented further than `name` itself. Lines with the
    // same indentation as `name` are its siblings in the list item.
    path.unshift(...placed(dash, own + dash.length < least ? name : undefined));
    least = own;
  }
  return path;
}

/** Returns the description of the member at a path. In a description's own path, `*` matches any segment. */
export function memberAt(
  path: readonly string[],
  members: readonly TargetMember[],
): TargetMember | undefined {
  const exact = members.find((each) => each.path === path.join('.'));
  return exact ?? members.find((each) => fits(each.path.split('.'), path));
}

function fits(known: readonly string[], path: readonly string[]): boolean {
  return known.length === path.length && known.every((key, at) => key === path[at] || key === '*');
}

const uncommented = (line: string): string => line.replace(/^# ?/, '');

/** Returns the path segments of one line: `*` if a dash begins a list item, then the member's name. */
const placed = (dash: string, name: string | undefined): string[] => [
  ...(dash === '' ? [] : ['*']),
  ...(name === undefined ? [] : [name]),
];

function partsOf(line: string) {
  const [whole = '', indent = '', dash = '', name] =
    /^( *)(- +)?(?:["']?([\w.-]+)["']?\s*:(?=\s|$))?/.exec(line) ?? [];
  return { indent: indent.length, dash, name, rest: line.slice(whole.length) };
}

/** Returns the last key in each flow mapping (`{ key: …`) that is still open at the end of `piece`. */
function inBraces(piece: string): string[] {
  const open: string[] = [];
  for (const [found, name] of piece.matchAll(/[{}]|["']?([\w.-]+)["']?\s*:(?=\s|$)/g)) {
    if (found === '{') open.push('');
    else if (found === '}') open.pop();
    else if (name !== undefined && open.length > 0) open.splice(-1, 1, name);
  }
  return open.filter((each) => each !== '');
}
