import { linkTo } from '../route';
import { ShownShort } from './shown';

interface LinkProps {
  readonly entry: string;
  readonly id: string;
  readonly title: string;
}

/** Leads to an obligation of a report. */
export function ObligationLink({ entry, id, title }: LinkProps) {
  return (
    <a href={linkTo('inspect', entry, id)}>
      <ShownShort text={`${id} ${title}`} />
    </a>
  );
}
