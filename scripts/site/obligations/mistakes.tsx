import type { JSX } from 'preact';
import type { Mutant, Specimen } from '../../../mutants/mutant';
import type { Obligation } from '../../../support/obligations';

/** A mistake by its name, and in a sentence. */
export type Story = Pick<Mutant, 'name' | 'story'>;

const few = 3;
const most = 10;

/** The broken clients and services that the suite itself is tried on, by what they break. */
export class Stories {
  readonly #mutants: readonly Mutant[];

  constructor(specimens: readonly Specimen[]) {
    this.#mutants = specimens.filter((each) => each.kind === 'mutant');
  }

  /** The mistakes that break an obligation, those first that break little else. What breaks much tells little of it. */
  of(id: string): Story[] {
    const breaking = this.#mutants.filter(({ breaks }) => breaks.some((each) => each === id));
    return breaking
      .toSorted((one, other) => one.breaks.length - other.breaks.length)
      .filter(({ breaks }, index) => index < few || breaks.length <= few)
      .slice(0, most);
  }
}

interface MistakesProps {
  readonly obligation: Obligation;
  readonly stories: readonly Story[];
  readonly met: readonly string[];
}

/** What others got wrong: values, mistakes in code, and what is met at work. */
export function Mistakes({ obligation, stories, met }: MistakesProps): JSX.Element | null {
  const { mistakes = {} } = obligation;
  if (stories.length + met.length + Object.keys(mistakes).length === 0) return null;
  return (
    <>
      <h2 id="what-others-got-wrong">What others got wrong</h2>
      {met.length > 0 && (
        <>
          <h3>Seen in the field</h3>
          <ul>
            {met.map((text) => (
              <li>{text}</li>
            ))}
          </ul>
        </>
      )}
      {stories.length > 0 && <Broken stories={stories} />}
      <Values values={mistakes} />
    </>
  );
}

function Broken({ stories }: { readonly stories: readonly Story[] }) {
  return (
    <>
      <h3>Broken on purpose</h3>
      <p>The suite is tried on clients and services with these mistakes, and has to find each of them:</p>
      <ul>
        {stories.map(({ name, story }) => (
          <li>
            <code>{name}</code>: {story}
          </li>
        ))}
      </ul>
    </>
  );
}

function Values({ values }: { readonly values: Readonly<Record<string, string>> }) {
  const rows = Object.entries(values);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>Values that are wrong</h3>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Values that are wrong">
        <table>
          <thead>
            <tr>
              <th>value</th>
              <th>mistake</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([value, mistake]) => (
              <tr>
                <td>
                  <code>{value}</code>
                </td>
                <td>{mistake}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
