import { defineOutcome } from '../../steps/outcomes.steps';
import { oneMore } from './session-address';

for (const obligation of oneMore) defineOutcome(obligation);
