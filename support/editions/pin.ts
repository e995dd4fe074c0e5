import type { EditionName } from '../contract/source';
import { differenceOf, isRestated } from './difference';
import { editionParts } from './edition';
import type { KnownEditions } from './known';

/** Why a target may not pin an edition, with a hint. */
export type WhyNotPinned = readonly [what: string, hint: string];

/**
 * Whether this suite can judge by the edition that a target pins. It can by its own, and by an earlier one to which
 * obligations were only added: those do not apply. Where anything else changed, it would send and expect what the pinned
 * edition does not say.
 */
export function whyNotPinned(pinned: EditionName, { current, all }: KnownEditions): WhyNotPinned | undefined {
  if (pinned === current.name) return undefined;
  const edition = all.find(({ name }) => name === pinned);
  if (edition === undefined)
    return [
      'names an edition that this suite does not know',
      `npx conform contract lists them; this suite judges by ${current.name}`,
    ];
  if (edition.name > current.name)
    return [`is newer than the edition of this suite, ${current.name}`, 'update the suite'];
  const difference = differenceOf(edition, current);
  const restated = editionParts.filter(
    (part) =>
      isRestated(difference[part]) ||
      (part !== 'obligations' && Object.keys(difference[part].added).length > 0),
  );
  if (restated.length === 0) return undefined;
  return [
    `names an edition from which this suite differs in its ${restated.join(', ')}`,
    `use the suite that was released with it, or pin ${current.name}; npx conform contract --diff ${pinned} shows the difference`,
  ];
}
