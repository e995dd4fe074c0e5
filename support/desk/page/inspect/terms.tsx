import { ShownShort } from './shown';
import type { Term } from './summary-terms';

const longestTerm = 4000;

/** Names and what is said of them. */
export function Terms({ terms }: { readonly terms: readonly Term[] }) {
  return (
    <dl class="terms">
      {terms.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <ShownShort text={value} most={longestTerm} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
