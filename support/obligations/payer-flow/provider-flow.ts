import { flowPlaces } from '../judge/places';

/** What the homes of a provider's flows share: who is bound, what shows it, and what a failure may follow from. */
export const providerFlow = {
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
} as const;
