import type { JSX } from 'preact';
import { plainText } from '../../exchange/text';
import type { BesideExchange } from '../model/beside';
import type { Around } from './text';
import { Linked } from './text';

interface BesideProps {
  readonly beside: BesideExchange;
  readonly around: Around;
}

/** A good exchange beside a failing one, closed until it is asked for: what tells and what was detected, side by side. */
export function BesideView({ beside, around }: BesideProps): JSX.Element {
  const { failing, name, rows, left, same } = beside;
  return (
    <details class="beside">
      <summary>
        A good one beside #{failing}: {plainText(name)}
      </summary>
      <p>
        {rows.some(({ differs }) => differs)
          ? 'What differs is marked: in what tells, and in what was detected.'
          : 'Nothing differs in what tells and in what was detected.'}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">
              <Linked text={[{ exchange: failing }]} around={around} />, which fails
            </th>
            <th scope="col">
              <Linked text={name} around={around} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name: place, differs, ...texts }) => (
            <tr>
              <th scope="row">{place}</th>
              <Cell text={texts.failing} differs={differs} />
              <Cell text={texts.good} differs={differs} />
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="more">and {left} more</p>}
      {same.length > 0 && <p class="more">The same in both: {same.join(', ')}</p>}
    </details>
  );
}

function Cell({ text = '–', differs }: { readonly text: string | undefined; readonly differs: boolean }) {
  return (
    <td>
      <code>{differs ? <mark>{text}</mark> : text}</code>
    </td>
  );
}
