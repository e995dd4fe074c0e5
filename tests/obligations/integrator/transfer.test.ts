import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObligationId } from '../../../support/obligations';
import { mistakeTextsOfStage } from '../../../support/crypto/node/transfer';
import type { SchemeNameKind } from '../../../support/contract/scheme-names';
import type { ContentFact, TransferStage } from '../../../support/contract/transfer';
import type { AnyJourneyStep } from './exchanges';
import { playSteps } from './exchanges';
import { brokenIds, concludeFromEvidence, observedIds, ofIntegrator } from './judge';
import type { Answered } from './transfers';
import { decryptedTransfer, encryptedTransfer, goodTransfers, openedTransfer, refusedAs } from './transfers';
import { plainTextOrEmpty } from '../../plain';

const [encrypt, open, decrypt] = [encryptedTransfer, openedTransfer, decryptedTransfer];

/** All but what the target declares. */
const hdt = ofIntegrator.map(({ id }) => id).filter((id) => id.startsWith('HDT'));

describe('transfers that keep everything', () => {
  it('show everything', () => {
    assert.deepEqual(
      observedIds(playSteps(goodTransfers())).filter((id) => id.startsWith('HDT')),
      hdt,
      'add a step to `goodTransfers` (tests/obligations/integrator/transfers.ts)',
    );
  });
});

/** A mistake in one transfer, and what it breaks. */
const mistakes: readonly (readonly [name: string, breaks: readonly ObligationId[], step: AnyJourneyStep])[] =
  [
    [
      'an unsupported algorithm is taken',
      ['HDT-01'],
      encrypt({ asked: { part: 'negative', variant: 'algorithm: RSA' } }),
    ],
    [
      'an unsupported curve is taken',
      ['HDT-01'],
      encrypt({ asked: { part: 'negative', variant: 'curve: P-256' } }),
    ],
    [
      'an expired key is taken',
      ['HDT-02'],
      encrypt({ asked: { part: 'negative', variant: 'expiry: a day ago' } }),
    ],
    [
      'a bad key is taken by an HIP',
      ['HDT-13'],
      encrypt({ asked: { part: 'negative', variant: 'bad key: 0' } }),
    ],
    [
      'a bad key is taken by an HIU',
      ['HDT-13'],
      decrypt({ asked: { part: 'negative', variant: 'bad key: 0' } }),
    ],
    [
      'a short nonce is taken',
      ['HDT-16'],
      encrypt({ asked: { part: 'negative', variant: 'nonce length: 31 bytes' } }),
    ],
    [
      'a changed content is read',
      ['HDT-12'],
      decrypt({ asked: { part: 'negative', variant: 'changed tag: first bit' } }),
    ],
    [
      'a refusal gives the bundle out',
      ['HDT-12'],
      decrypt(
        refusedAs('changed tag: first bit', { fact: { bundleIn: [{ place: '/0', encoding: 'raw' }] } }),
      ),
    ],
    ['a key comes twice', ['HDT-03'], encrypt({ material: { keyDigest: 'ab'.repeat(32) } })],
    ['a nonce comes twice', ['HDT-04'], encrypt({ material: { nonceDigest: 'ab'.repeat(32) } })],
    ['a nonce has 16 bytes', ['HDT-04'], encrypt({ material: { nonceBytes: 16 } })],
    ['the nonce of the HIU comes back', ['HDT-04'], encrypt({ fact: { echoes: ['nonce'] } })],
    ['an expiry has passed', ['HDT-15'], encrypt({ material: { expiresAt: 1000 } })],
    ['nothing opens a content', ['HDT-10'], encrypt({ fact: { content: { bytes: 20, opens: 'closed' } } })],
    ['right key material is refused', ['HDT-08'], encrypt({ outcome: 'refused' })],
    [
      'a private key is sent',
      ['HDT-14'],
      encrypt({ fact: { privateKeyIn: [{ place: '/x', encoding: 'hex' }] } }),
    ],
    ['a bundle is sent', ['HDT-18'], encrypt({ fact: { bundleIn: [{ place: '/x', encoding: 'raw' }] } })],
    [
      'a right content is read wrongly',
      ['HDT-11'],
      decrypt({ fact: { bundle: 'other', bundleFlaw: 'cut' } }),
    ],
    ['a right content is refused', ['HDT-11'], decrypt({ outcome: 'refused' })],
    ['an HIU gives a nonce of 16 bytes', ['HDT-17'], open({ material: { flaws: ['/nonce must match'] } })],
    [
      'an HIU names another curve',
      ['HDT-17'],
      open({ material: { flaws: ['/curve must be "Curve25519"'], otherNames: { curve: 'another scheme' } } }),
    ],
    [
      'an HIU gives an empty curve',
      ['HDT-17'],
      open({ material: { flaws: ['/curve must be "Curve25519"'] } }),
    ],
    ['an HIU gives one key for all', ['HDT-20'], open({ material: { keyDigest: 'ab'.repeat(32) } })],
    ['an HIU gives one nonce for all', ['HDT-20'], open({ material: { nonceDigest: 'ab'.repeat(32) } })],
  ];

describe('one mistake', () => {
  for (const [name, breaks, step] of mistakes)
    it(`${name}: breaks ${breaks.join(', ')}`, () => {
      // What must differ is met twice.
      const recording = playSteps([...goodTransfers(), step, step]);
      assert.deepEqual(
        brokenIds(recording).filter((id) => id !== 'HDT-03' || breaks.includes(id)),
        breaks,
      );
    });
});

/** Mistakes that break other obligations in answers to right asks. */
const wrongAnswers: readonly (readonly [name: string, about: Answered])[] = [
  ['an expiry that has passed', { material: { expiresAt: 1000 } }],
  ['key material with flaws', { material: { flaws: ['/curve is missing'] } }],
  ['a key that came before', { material: { keyDigest: 'ab'.repeat(32) } }],
  ['a nonce that came before', { material: { nonceDigest: 'ab'.repeat(32) } }],
  ['a nonce of 16 bytes', { material: { nonceBytes: 16 } }],
  ['a content that nothing opens', { fact: { content: { bytes: 20, opens: 'closed' } } }],
];

describe('an answer to what had to be refused', () => {
  for (const [name, about] of wrongAnswers)
    for (const [variant, id] of [
      ['algorithm: RSA', 'HDT-01'],
      ['expiry: a day ago', 'HDT-02'],
      ['bad key: empty', 'HDT-13'],
      ['nonce length: 31 bytes', 'HDT-16'],
    ] as const)
      it(`breaks ${id} alone, even if it has ${name}`, () => {
        const step = encrypt({ ...about, asked: { part: 'negative', variant } });
        assert.deepEqual(brokenIds(playSteps([...goodTransfers(), step, step])), [id]);
      });

  it('is searched for leaks all the same', () => {
    const [privateKeyIn, bundleIn] = [[{ place: '/x', encoding: 'hex' }], [{ place: '/y', encoding: 'raw' }]];
    const step = encrypt({
      asked: { part: 'negative', variant: 'algorithm: RSA' },
      fact: { privateKeyIn, bundleIn },
    });
    assert.deepEqual(brokenIds(playSteps([...goodTransfers(), step])), ['HDT-01', 'HDT-14', 'HDT-18']);
  });
});

describe('an empty name of the algorithm or the curve', () => {
  const asked = { part: 'open', variant: 'algorithm: empty', mistaken: true } as const;

  for (const [outcome, told] of [
    ['result', 'accepted'],
    ['refused', 'refused'],
  ] as const)
    it(`is noted if it is ${told}`, () => {
      const recording = playSteps([...goodTransfers(), encrypt({ outcome, asked })]);
      assert.deepEqual(brokenIds(recording), []);
      assert.ok(
        concludeFromEvidence('HDT-01', recording)
          .notes.map(plainTextOrEmpty)
          .includes(`algorithm: empty is ${told}, and the document allows both`),
      );
    });
});

describe('the blame for a content', () => {
  const mistaken = (stage: TransferStage): ContentFact => ({
    bytes: 20,
    opens: 'mistaken',
    mistake: { id: 'mistake', stage, text: mistakeTextsOfStage(stage)[0] ?? '' },
  });

  for (const [stage, id] of [
    ['agree', 'HDT-05'],
    ['mix', 'HDT-06'],
    ['derive', 'HDT-07'],
    ['seal', 'HDT-08'],
  ] as const)
    it(`lies on ${id} alone where a known mistake is one of the stage ${stage}`, () => {
      const recording = playSteps([encrypt({ fact: { content: mistaken(stage) } })]);
      assert.deepEqual(brokenIds(recording), [id]);
      assert.equal(
        plainTextOrEmpty(concludeFromEvidence(id, recording).breaches[0]?.cause),
        mistakeTextsOfStage(stage)[0],
      );
    });

  it('leaves the stages unjudged where nothing opens it', () => {
    const recording = playSteps([encrypt({ fact: { content: { bytes: 20, opens: 'closed' } } })]);
    for (const id of ['HDT-05', 'HDT-06', 'HDT-07', 'HDT-08'] as const) {
      const { observations, unjudged } = concludeFromEvidence(id, recording);
      assert.deepEqual([observations, unjudged.length], [0, 1], id);
    }
  });

  it('leaves everything unjudged where the key cannot be used', () => {
    const recording = playSteps([encrypt({ fact: { content: { bytes: 20, opens: 'unusable' } } })]);
    for (const id of ['HDT-05', 'HDT-06', 'HDT-07', 'HDT-08', 'HDT-10'] as const)
      assert.equal(concludeFromEvidence(id, recording).observations, 0, id);
  });
});

describe('a refusal', () => {
  const negative = encrypt(refusedAs('expiry: a day ago'));

  it('shows nothing without a valid twin', () => {
    const { observations, unjudged } = concludeFromEvidence('HDT-02', playSteps([negative]));
    assert.deepEqual([observations, unjudged.length], [0, 1]);
  });

  it('shows nothing where the valid twin was refused too', () => {
    const { observations, unjudged } = concludeFromEvidence(
      'HDT-02',
      playSteps([encrypt({ outcome: 'refused' }), negative]),
    );
    assert.equal(observations, 0);
    assert.match(plainTextOrEmpty(unjudged[0]), /valid twin .* was not carried out/);
  });

  it('shows nothing where the twin belongs to another round', () => {
    const twin = encrypt({ asked: { round: 'another' } });
    assert.equal(concludeFromEvidence('HDT-02', playSteps([twin, negative])).observations, 0);
  });

  it('that is a fault of the adapter shows nothing', () => {
    const failure = { kind: 'malformed', code: 'ERR_ADAPTER', message: 'it wrote junk' } as const;
    const faulty = encrypt(refusedAs('expiry: a day ago', { failure }));
    const { observations, unjudged } = concludeFromEvidence('HDT-02', playSteps([encrypt(), faulty]));
    assert.equal(observations, 0);
    assert.match(plainTextOrEmpty(unjudged[0]), /it wrote junk/);
  });

  for (const code of [-32603, -32602, -32700])
    it(`that is error ${code} shows nothing, and hides the refusals beside it`, () => {
      const broken = encrypt(refusedAs('expiry: a year ago', { code }));
      const conclusion = concludeFromEvidence('HDT-02', playSteps([encrypt(), negative, broken]));
      assert.deepEqual([conclusion.observations, conclusion.breachCount], [0, 0]);
      assert.match(
        plainTextOrEmpty(conclusion.unjudged[0]?.text),
        new RegExp(`error ${code} does not count as a refusal: .* answers error -32001 and the reason$`),
      );
    });

  it('that is error -32603 is a breach if the error gives the bundle out', () => {
    const bundleIn = [{ place: '/0', encoding: 'raw' }];
    const broken = decrypt(refusedAs('changed tag: first bit', { code: -32603, fact: { bundleIn } }));
    assert.deepEqual(brokenIds(playSteps([decrypt(), broken])), ['HDT-12']);
  });

  it('has its reason as a note, which says whether it was on purpose', () => {
    const [onPurpose, failed] = [
      encrypt(refusedAs('expiry: a day ago', { code: -32001, words: 'it has expired' })),
      encrypt(refusedAs('expiry: a year ago', { code: -32000, words: 'a date is wrong' })),
    ];
    const { notes, observations } = concludeFromEvidence('HDT-02', playSteps([encrypt(), onPurpose, failed]));
    assert.equal(observations, 2);
    assert.deepEqual(notes.map(plainTextOrEmpty), [
      'transfer.encrypt was refused with error -32001: it has expired',
      'transfer.encrypt was refused with error -32000, which is not the error of a refusal on purpose (-32001): a date is wrong',
    ]);
  });

  it('that is error -32600 counts, and its note names what this error says', () => {
    const invalid = encrypt(refusedAs('expiry: a day ago', { code: -32600, words: 'not a message' }));
    const { notes, observations } = concludeFromEvidence('HDT-02', playSteps([encrypt(), invalid]));
    assert.equal(observations, 1);
    assert.deepEqual(notes.map(plainTextOrEmpty), [
      "transfer.encrypt was refused with error -32600, which says that the suite's message was not a JSON-RPC request; a refusal on purpose has error -32001: not a message",
    ]);
  });

  it('has its reason in a note, which is cut between the forms in the reason', () => {
    const words = `${'key '.repeat(38)}482913482913 expired`;
    const refused = encrypt(refusedAs('expiry: a day ago', { code: -32001, words }));
    const { notes } = concludeFromEvidence('HDT-02', playSteps([encrypt(), refused]));
    assert.match(plainTextOrEmpty(notes[0]), /: (key )+…$/);
  });

  it('names its twin as evidence', () => {
    assert.deepEqual(concludeFromEvidence('HDT-02', playSteps([encrypt(), negative])).evidence, [2, 1]);
  });
});

describe('a prohibition', () => {
  const closed = encrypt({ fact: { content: { bytes: 20, opens: 'closed' } } });

  for (const id of ['HDT-14', 'HDT-18'] as const)
    it(`counts once a transfer was good (${id})`, () => {
      assert.equal(concludeFromEvidence(id, playSteps([closed])).observations, 0);
      assert.equal(concludeFromEvidence(id, playSteps([closed, encrypt()])).observations, 2);
    });

  it('is broken without it as well', () => {
    const fact = { bundleIn: [{ place: '/message', encoding: 'raw' }] };
    const leak = encrypt(refusedAs('algorithm: RSA', { fact }));
    assert.deepEqual(brokenIds(playSteps([leak])), ['HDT-18']);
  });
});

describe('key material', () => {
  const closed = encrypt({ fact: { content: { bytes: 20, opens: 'closed' } } });
  const otherSalt = { id: 'salt-last-20', stage: 'mix', text: mistakeTextsOfStage('mix')[0] ?? '' } as const;
  const mistaken = encrypt({ fact: { content: { bytes: 20, opens: 'mistaken', mistake: otherSalt } } });

  for (const id of ['HDT-03', 'HDT-04', 'HDT-09', 'HDT-15'] as const)
    it(`that anybody can write down shows nothing before a content was made with it (${id})`, () => {
      const { observations, unjudged } = concludeFromEvidence(id, playSteps([closed, closed]));
      assert.deepEqual([observations, unjudged.length], [0, 1]);
      assert.equal(concludeFromEvidence(id, playSteps([closed, encrypt()])).observations, 2);
      assert.equal(concludeFromEvidence(id, playSteps([closed, mistaken])).observations, 2);
    });

  it('of an HIU passes only once something was read with it', () => {
    for (const id of ['HDT-17', 'HDT-20'] as const) {
      const { observations, unjudged } = concludeFromEvidence(id, playSteps([open(), open()]));
      assert.deepEqual([observations, unjudged.length], [0, 1], id);
      assert.equal(concludeFromEvidence(id, playSteps([open(), open(), decrypt()])).observations, 2, id);
    }
  });

  it('that is wrong is wrong without that', () => {
    const wrong = encrypt({
      material: { flaws: ['/curve is missing'] },
      fact: { content: { bytes: 20, opens: 'closed' } },
    });
    assert.deepEqual(brokenIds(playSteps([wrong])), ['HDT-09', 'HDT-10']);
  });
});

describe('a content that is not encrypted', () => {
  it('shows nothing about key and nonce', () => {
    const mistake = {
      id: 'not-encrypted',
      stage: 'seal',
      text: mistakeTextsOfStage('seal')[0] ?? '',
    } as const;
    const clear = encrypt({ fact: { content: { bytes: 20, opens: 'mistaken', mistake } } });
    for (const id of ['HDT-05', 'HDT-06', 'HDT-07', 'HDT-10'] as const)
      assert.equal(concludeFromEvidence(id, playSteps([clear])).observations, 0, id);
  });
});

describe('freshness', () => {
  it('needs two to tell', () => {
    for (const id of ['HDT-03', 'HDT-04'] as const) {
      assert.equal(concludeFromEvidence(id, playSteps([encrypt()])).observations, 0, id);
      assert.equal(concludeFromEvidence(id, playSteps([encrypt(), encrypt()])).observations, 2, id);
    }
    assert.equal(concludeFromEvidence('HDT-20', playSteps([open(), decrypt()])).observations, 0);
    assert.equal(concludeFromEvidence('HDT-17', playSteps([open(), decrypt()])).observations, 1);
  });

  it('of an HIU is of key and nonce: without either, nothing is known', () => {
    const halves = ['keyDigest', 'nonceDigest'].map((name) => open({ material: { [name]: undefined } }));
    for (const half of halves)
      assert.equal(concludeFromEvidence('HDT-20', playSteps([half, half, decrypt()])).observations, 0);
  });
});

describe('a name in the request of an HIU', () => {
  const named = (curve: SchemeNameKind) =>
    concludeFromEvidence(
      'HDT-17',
      playSteps([
        open({ material: { flaws: ['/curve must be "Curve25519", is "x"'], otherNames: { curve } } }),
        decrypt(),
      ]),
    );

  it('is right in another spelling', () => {
    const { breachCount, observations, notes } = named('the scheme');
    assert.deepEqual([breachCount, observations, notes], [0, 1, []]);
  });

  it('is noted if the suite does not know it', () => {
    const { breachCount, observations, notes } = named('unknown');
    assert.deepEqual([breachCount, observations], [0, 1]);
    assert.match(plainTextOrEmpty(notes[0]), /^curve of a request: the suite does not know this name/);
  });

  it('is not judged if an earlier version recorded only that it is another name', () => {
    const judged = (flaw: string) =>
      concludeFromEvidence('HDT-17', playSteps([open({ material: { flaws: [flaw] } }), decrypt()]));
    const { breachCount, observations, unjudged } = judged('/curve must be "Curve25519", is "curve25519"');
    assert.deepEqual([breachCount, observations, unjudged[0]?.kind], [0, 0, 'not-kept']);
    for (const flaw of ['/curve must be "Curve25519", is ""', '/curve is missing'])
      assert.equal(judged(flaw).breachCount, 1, flaw);
  });

  it('is wrong if it is that of another curve', () => {
    const { breaches } = named('another scheme');
    assert.equal(plainTextOrEmpty(breaches[0]?.cause), 'curve names another curve than Curve25519');
  });

  it('is wrong if it is left out, empty, a number, or that of another algorithm', () => {
    const causeOf = (flaw: string, otherNames = {}) => {
      const steps = [open({ material: { flaws: [flaw], otherNames } }), decrypt()];
      return plainTextOrEmpty(concludeFromEvidence('HDT-17', playSteps(steps)).breaches[0]?.cause);
    };
    for (const flaw of [
      '/curve is missing',
      '/cryptoAlg must be "ECDH", is ""',
      '/curve must be string, is 25519',
    ])
      assert.equal(causeOf(flaw), 'the algorithm or the curve is left out, empty, or no text', flaw);
    assert.equal(
      causeOf('/cryptoAlg must be "ECDH", is "RSA"', { cryptoAlg: 'another scheme' }),
      'cryptoAlg names another algorithm than ECDH',
    );
  });
});
