import { momentOf } from './instant';

/** When something was, as reports write it. */
export function Moment({ instant }: { readonly instant: string }) {
  return <time dateTime={instant}>{momentOf(instant)}</time>;
}
