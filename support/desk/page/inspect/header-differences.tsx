import type { HeaderList } from '../../../exchange/exchange';
import { t } from '../strings';
import { DifferenceTable } from './difference-table';
import type { HeaderDifference } from './differences-headers';
import { headerDifferences } from './differences-headers';

interface HeadersProps {
  readonly first: HeaderList;
  readonly second: HeaderList;
  readonly name: string;
}

const words = {
  first: 'inspect.onlyFirst',
  second: 'inspect.onlySecond',
  case: 'inspect.otherCase',
  value: 'inspect.otherValue',
  moved: 'inspect.otherPlace',
} as const satisfies Record<Exclude<HeaderDifference, 'same'>, string>;

/** The headers of two messages, in their order. */
export function HeaderDifferences({ first, second, name }: HeadersProps) {
  if (first.length === 0 && second.length === 0) return null;
  const rows = headerDifferences(first, second).map(({ kinds, first: one, second: other }) => {
    const [field = ''] = one ?? other ?? [];
    const isRenamed = kinds.includes('case');
    const side = (each: typeof one) => (isRenamed ? each?.join(': ') : each?.[1]);
    return {
      name: field === '' ? t('inspect.empty') : field,
      said: kinds.flatMap((kind) => (kind === 'same' ? [] : [t(words[kind])])).join(', '),
      first: side(one),
      second: side(other),
    };
  });
  return (
    <>
      <h3>{name}</h3>
      <DifferenceTable caption={name} rows={rows} />
    </>
  );
}
