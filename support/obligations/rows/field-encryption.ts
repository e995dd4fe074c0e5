import { area } from './area';

/** How sensitive fields are encrypted, and how bad ciphertext is met (clauses 2.4, 6.3, 7). */
export const fieldEncryption = area('field-encryption', {
  'ENC-01': {
    clauses: ['2.4'],
    subject: 'integrator',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'The OTP never travels raw',
    rule: 'No otp field carries the raw OTP, and encoding alone does not count as encryption.',
  },
  'ENC-02': {
    clauses: ['2.4'],
    subject: 'integrator',
    roles: ['identity'],
    level: 'must',
    seen: 'active',
    title: 'Login id and national ID never travel raw',
    rule:
      'In identity flows neither loginId nor the national-ID number is ' +
      'sent as its raw value. This is exercised through fields.send; where ' +
      'the adapter does not offer it, the obligation is not-applicable.',
  },
  'ENC-03': {
    clauses: ['6.3.2'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'passive',
    title: 'Encrypted fields are standard Base64 of one ciphertext',
    rule:
      'An encrypted field holds a single raw ciphertext of RSA, of the same length as the modulus of ' +
      'the key, in standard Base64 with its padding. Base64url, hex and line breaks are breaches.',
  },
  'ENC-04': {
    clauses: ['6.3.2'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'active',
    title: 'The first attempt uses OAEP with SHA-1',
    rule:
      'A first attempt pads with OAEP over SHA-1, and MGF1 there uses ' +
      'SHA-1 as well. Where SHA-1 was rejected earlier, SHA-256 is right.',
  },
  'ENC-05': {
    clauses: ['6.3.3'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'active',
    title: 'A rejected value comes again under SHA-256',
    rule:
      'When a value was rejected for decryption or padding, some later attempt ' +
      'at that operation sends it again under OAEP with SHA-256, MGF1 over ' +
      'SHA-256 included. Whether this or CRT-08 is done first is left free.',
  },
  'ENC-06': {
    clauses: ['6.3.4'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'active',
    title: 'Every value has a ciphertext of its own',
    rule:
      'Values are encrypted one by one: a plaintext never holds ' +
      'two of them, and a field never holds two ciphertexts.',
  },
  'ENC-07': {
    clauses: ['6.3.2'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'active',
    title: 'The plaintext is the bare UTF-8 value',
    rule:
      'The bytes of the value in UTF-8 are encrypted and nothing besides: ' +
      'neither quotes nor blanks, no wrapper, and no other charset.',
  },
  'ENC-08': {
    clauses: ['6.3.2'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'should',
    seen: 'passive',
    title: 'No ciphertext occurs twice',
    rule:
      'Since OAEP is randomised, two encryptions never yield the same ciphertext. Excepted is ' +
      'one and the same request that is sent again because it got no answer, a 401 or a 5xx.',
  },
  'ENC-09': {
    clauses: ['6.3.4'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'active',
    title: 'Planted identifiers leak nowhere',
    rule:
      'National-ID numbers and OTPs that the suite plants turn up in no log, no URL, no header and no ' +
      'plain field. A planted value shorter than ten characters counts only where it is a whole token.',
  },
  'ENC-10': {
    clauses: ['2.4'],
    subject: 'integrator',
    roles: ['registry'],
    level: 'must',
    seen: 'passive',
    title: 'Only sensitive fields are encrypted',
    rule:
      'Every field besides the encrypted ones, such as txnId, ' +
      'names, codes and tokens, is sent as plaintext JSON.',
  },
  'ENC-11': {
    clauses: ['7'],
    subject: 'service',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'Wrong padding gets a ciphertext rejected',
    rule:
      'A ciphertext whose padding is wrong is turned away with ' +
      'a decryption, padding or invalid-encrypted-value error.',
  },
  'ENC-12': {
    clauses: ['7'],
    subject: 'service',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'A wrong OAEP hash gets a ciphertext rejected',
    rule:
      'A ciphertext whose hash is wrong gets a decryption, padding or invalid-encrypted-value error too. ' +
      'Right is the hash of the accepted twin; the other hash is wrong, and so is a mixture of both.',
  },
  'ENC-13': {
    clauses: ['7'],
    subject: 'service',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'A wrong encoding gets a value rejected',
    rule:
      'A value that is raw text, hex or broken Base64 likewise gets ' +
      'a decryption, padding or invalid-encrypted-value error.',
  },
  'ENC-14': {
    clauses: ['6.3.2', '8'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'should',
    seen: 'adapter',
    title: 'Values beyond the OAEP limit are refused whole',
    rule:
      'A value that exceeds what OAEP can hold, 214 bytes at 2048 bits with ' +
      'SHA-1, is refused by the integrator; it is neither cut nor split.',
  },
  'ENC-15': {
    clauses: ['2.4'],
    subject: 'integrator',
    roles: ['identity'],
    level: 'must',
    seen: 'active',
    title: 'Mobile numbers are encrypted only where documented',
    rule:
      'A mobile number is encrypted in each field that is documented as encrypted, and in no other. ' +
      'This is exercised through fields.send, and without that offer the obligation is not-applicable.',
  },
  'ENC-16': {
    clauses: ['6.3.4'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'declared',
    title: 'National-ID numbers and OTPs are not stored plain',
    rule: 'The integrator stores no national-ID number and no OTP in plaintext.',
  },
});
