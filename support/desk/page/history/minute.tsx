import { minuteOf } from './instant';

/** When something was, as reports write it. */
export function Minute({ instant }: { readonly instant: string }) {
  return <time dateTime={instant}>{minuteOf(instant)}</time>;
}
