import { encryptedFor } from '../fields/services';
import { home } from '../judge/home';
import { encrypted } from '../judge/places';
import { keyCauses, tellKey } from '../fields/messages';
import { byService, fieldRule } from '../fields/field-rule';

/** Clause 4.2: each service's own key. */
export const ownKeyUsed = home({
  id: 'CRT-09',
  clauses: ['4.2'],
  quote:
    'RSA public key for identity enrolment and login fields (the word identity in the path is a ' +
    "neutral stand-in for the service's own segment) | | GET {registry_url}/api/v1/auth/cert | " +
    'RSA public key for professional-registry ID fields',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: "Fields are encrypted with their own service's key",
  rule: 'The key that encrypts a field belongs to the service to which the field goes.',
  causes: Object.values(keyCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptedFor,
  needs: ['CRT-08', 'ENC-01', 'ENC-02', 'ENC-03', 'ENC-04'],
  tells: encrypted('key', 'ownKey', 'padding'),
  challenge: ['a field'],
  judge: fieldRule('key', tellKey, { facetOf: byService }),
});
