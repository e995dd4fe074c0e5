import type { FieldProfile } from '../../contract/field-profile';
import type { ReadingId } from '../../contract/readings';
import { profilesFolder } from '../../targets/field-profiles';

/** A shipped profile that matches the answers of a target's services. */
export interface FittingProfile {
  readonly profile: FieldProfile;
  /** The departures of the profile that an answer showed. */
  readonly departures: readonly ReadingId[];
  /** The settings of the profile that were compared with an answer. */
  readonly compared: readonly ReadingId[];
  /** As in `the session is answered 202`; one text for each answer that shows a departure. */
  readonly seen: readonly string[];
  /** The readings of the target file that differ from the profile. They would void its name. */
  readonly overrides: readonly ReadingId[];
}

/** The value of `extends` for a profile, such as `profiles/claims-exchange-2026-09`. */
export const extendsOf = ({ name }: Pick<FieldProfile, 'name'>): string => `${profilesFolder}/${name}`;
