import pc from 'picocolors';
import type { ReviewCheck } from '../report/pack/review';
import type { PackVerification } from '../report/pack/verify-pack';
import { formatCount } from '../contract/format-count';
import { renderers } from '../report/files';
import { bannerOf } from '../report/model/caveats';
import { settlementTexts } from '../report/model/settlement';
import { listedWords, verdictText } from '../report/model/scope';
import { statedBySigner } from '../report/model/sign-off';
import { suiteName } from '../report/wording';
import { printableLine } from '../contract/printable';

export interface Telling {
  readonly pack: string;
  readonly verified: PackVerification;
  readonly sound: boolean;
  /** Whether all completed checks passed, but only another version of the suite can do the remaining ones. */
  readonly isOpen: boolean;
  /**
   * Facts to consider before accepting a certificate, such as its age and exceptions; `undefined` without
   * --conforms.
   */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Reasons why the pack is not the certificate that --conforms demands. */
  readonly unmet: readonly string[];
  readonly isKeyGiven: boolean;
  /** The result of checking the sign-off beside the pack; `undefined` if the sign-off was ignored. */
  readonly review?: ReviewCheck;
  readonly isReviewerKeyGiven?: boolean;
  readonly isProfileKeyGiven?: boolean;
  /** Whether this command signed the pack off; `undefined` without --sign-off. */
  readonly isSignedOff?: boolean;
  readonly nonce: string | undefined;
}

/** One result of checking a pack. `text` may contain untrusted strings from the pack. */
interface Found {
  readonly kind: 'bad' | 'good' | 'note';
  readonly text: string;
}

const good = (text: string): Found => ({ kind: 'good', text });
const bad = (text: string): Found => ({ kind: 'bad', text });
const note = (text: string): Found => ({ kind: 'note', text });

/**
 * Formats a pack's own statements, followed by the results of checking the pack. Text from the pack is made
 * safe for the terminal.
 */
export function verificationText(about: Telling): string {
  const { pack, sound, isOpen } = about;
  const marks = { good: pc.green('✓'), bad: pc.red('✗'), note: pc.yellow('!') };
  return [
    `${pc.bold(printableLine(pack))} says:`,
    ...statedLines(about),
    ...foundIn(about).map(({ kind, text }) => `${marks[kind]} ${text}`),
    ...(sound ? [] : [pc.bold(`Do not rely on this pack${isOpen ? ' yet' : ''}.`)]),
  ].join('\n');
}

/** Returns the results of checking a pack, as printable lines. */
function foundIn(about: Telling): Found[] {
  const { verified } = about;
  return [
    ...bannerLines(verified),
    ...oddLines(verified),
    ...judgedLines(verified),
    ...signOffLines(verified),
    signatureLine(about),
    ...profileLines(about),
    ...reviewLines(about),
    ...nonceLines(about),
    ...certificateLines(about),
  ].map(({ kind, text }) => ({ kind, text: printableLine(text) }));
}

function statedLines({ verified, facts = [] }: Telling): string[] {
  const stated = [
    ...statedIn(verified).filter(([name]) => !facts.some(([other]) => other === name)),
    ...facts,
  ];
  const width = Math.max(...stated.map(([name]) => name.length));
  return stated.map(([name, value]) => `  ${name.padEnd(width)} ${printableLine(value)}`);
}

/** Returns the pack's statements about itself, as printable text. */
function statedIn({ manifest: { predicate } }: PackVerification): [name: string, value: string][] {
  const { product, run, target, overall, scope, suite, packedAt, nonce } = predicate;
  const named =
    product === null ? 'not named' : [product.name, product.version, product.digest].join(' ').trim();
  const says: [string, string][] = [
    ['product', named],
    ['target', `${target.name} (${target.environment})`],
    ['run', `${run.id}, ended ${run.finishedAt}${resumedText(run)}`],
    ...Object.entries(overall).map(([subject, each]): [string, string] => [
      'overall',
      `${subject}: ${verdictText(each)}`,
    ]),
    ...(scope.roles.length === 0 ? [] : [['roles', scope.roles.join(', ')] as [string, string]]),
    ['suite', suiteName({ ...suite, digest: `sha256:${suite.digest.sha256}` })],
    ...(nonce === undefined ? [] : [['nonce', nonce] as [string, string]]),
    ['packed', packedAt],
  ];
  return says.map(([name, value]) => [name, printableLine(value)]);
}

/**
 * Returns a note with the start time of a resumed run, because its exchanges from before the interruption
 * count, too.
 */
const resumedText = ({ resumed, startedAt }: PackVerification['manifest']['predicate']['run']): string =>
  resumed === true ? `, resumed: it was begun ${startedAt}` : '';

function oddLines({ changed, added, missing, contradictions, manifest }: PackVerification): Found[] {
  const odds = [
    ...changed.map((name) => `${name} was changed`),
    ...added.map((name) => `${name} was added`),
    ...missing.map((name) => `${name} is missing`),
  ];
  const members =
    odds.length > 0 ? [] : [good(`all ${manifest.subject.length} members are those of the manifest`)];
  return [...members, ...[...odds, ...contradictions].map(bad)];
}

function judgedLines({
  judgedAgain,
  needs,
  renderedBy,
  contradictions,
  manifest,
}: PackVerification): Found[] {
  if (needs !== undefined) return [note(`not judged again: that takes ${needs}`)];
  if (!judgedAgain) return [note('not judged again: its members are not those of the manifest')];
  if (contradictions.length > 0) return [];
  const judged = `judged again: ${formatCount(manifest.predicate.exchanges, 'exchange')} give the same verdicts`;
  if (renderedBy === undefined) return [good(`${judged} and files`)];
  return [
    good(judged),
    note(`${listedWords(Object.keys(renderers))} were checked by digest alone: ${renderedBy} rendered them`),
  ];
}

/** Returns the banner that precedes the verdicts in each report, and the approved failures, as notes. */
function bannerLines({ results, manifest: { predicate } }: PackVerification): Found[] {
  if (results === undefined)
    return predicate.run.selfTest ? [note('A self-test of the suite: this is not a certificate.')] : [];
  return [...bannerOf(results), ...settlementTexts(results)].map(note);
}

/**
 * Reports the sign-off inside a pack. The reviewer's name is only a claim: the pack's own key made the
 * signature, not the reviewer's key.
 */
function signOffLines({ signOff, signature }: PackVerification): Found[] {
  if (signOff === undefined) return [];
  const { decision, name, date, conditions = [] } = signOff;
  const what = `signed off: ${decision.replaceAll('-', ' ')}, by ${name} on ${date}, ${statedBySigner}`;
  return [
    note(
      signature === 'valid'
        ? `${what}: only the key of the pack signed it`
        : `${what}, as the pack says: not confirmed by a signature`,
    ),
    ...conditions.map((each) => note(`condition: ${each}`)),
  ];
}

const own = 'nothing shows who made this pack: anyone can make one from a recording of their own';

function signatureLine({ verified, isKeyGiven }: Telling): Found {
  const { signature, signedBy = 'a key that the signature does not name', signatureFlaw = '' } = verified;
  if (signature === 'valid') return good(`signature valid, by ${signedBy}`);
  if (signature === 'wrong')
    return bad(`signature wrong: not by this key over this manifest; ${signatureFlaw}`);
  if (signature === 'not-checked')
    return note(`signature not checked, by ${signedBy}: ${own}; name the public key with --key`);
  return isKeyGiven
    ? bad('signature absent: nothing shows who made this pack')
    : note(`signature absent: ${own}`);
}

/** Whether this suite does not know the field profile of a pack, and the pack does not contradict itself. */
const isProfileLeftOpen = ({ unknownProfile, contradictions }: PackVerification): boolean =>
  unknownProfile !== undefined && contradictions.length === 0;

/**
 * Reports with which key the field profile of the run is signed, if the profile does not come with the suite, and a
 * profile that this version does not know. Only a pack that was judged again shows this.
 */
function profileLines({ verified, isProfileKeyGiven }: Telling): Found[] {
  const { results, judgedAgain, contradictions, unknownProfile, renderedBy } = verified;
  if (isProfileLeftOpen(verified))
    return [
      note(
        `this suite does not know the field profile ${unknownProfile ?? ''}, which may come with a newer version, so the profile was not compared: verify the pack with ${renderedBy ?? 'the version that made it'}`,
      ),
    ];
  const { origin, name = '', key = '' } = results?.run.fieldProfile ?? {};
  if (origin !== 'signed' || !judgedAgain || contradictions.length > 0) return [];
  const what = `field profile ${name}: signed with the key ${key}`;
  if (isProfileKeyGiven) return [good(what)];
  return [note(`${what}, which was not checked: name the operator's public key with --profile-key`)];
}

/**
 * Reports the sign-off in the file beside a pack. A checked signature proves which key signed; the reviewer's
 * name remains a claim.
 */
function reviewLines(about: Telling): Found[] {
  const { verified, review, isReviewerKeyGiven, isSignedOff } = about;
  if (isSignedOff === false) return [bad(`not signed off: the pack ${whyUnsigned(about)}`)];
  if (review === undefined) return [];
  const { signature, signOff, signedBy = '', isByMaker, signatureFlaw = '' } = review;
  const isPackSigned = ['valid', 'not-checked'].includes(verified.signature);
  if (signature === 'absent')
    return [
      (isReviewerKeyGiven ? bad : note)(
        `no sign-off of a reviewer stands beside it${isPackSigned ? ': only its maker signed' : ''}`,
      ),
    ];
  if (signOff === undefined) return [bad(`the sign-off beside it does not count: it ${signatureFlaw}`)];
  const { decision, name, date, remarks, conditions = [] } = signOff;
  const what = `signed off beside it: ${decision.replaceAll('-', ' ')}, by ${name} on ${date}`;
  const own = isByMaker ? ', which is the key of the pack: only its maker signed' : '';
  const line =
    signature === 'valid'
      ? (isByMaker ? note : good)(`${what}, signed by ${signedBy}${own}`)
      : note(
          `${what}: stated, not checked; ${isByMaker ? `it names ${signedBy}${own}` : `name the public key of ${signedBy} with --reviewer-key`}`,
        );
  return [
    line,
    ...(remarks === undefined ? [] : [note(`remarks: ${remarks}`)]),
    ...conditions.map((each) => note(`condition: ${each}`)),
  ];
}

function whyUnsigned({ verified, sound }: Telling): string {
  if (sound) return 'is no such certificate';
  if (verified.needs !== undefined) return 'was not judged again';
  return isProfileLeftOpen(verified)
    ? 'has a field profile that this suite does not know'
    : 'does not verify';
}

/**
 * Reports a matching nonce. For an audit, the nonce proves when the traffic was judged, but the traffic
 * itself may be older.
 */
function nonceLines({ verified, nonce }: Telling): Found[] {
  const { predicate } = verified.manifest;
  if (nonce === undefined || predicate.nonce !== nonce) return [];
  return predicate.run.profile === 'audit' || predicate.run.profile === 'rejudge'
    ? [note('the nonce is right, and shows when this was judged: recorded traffic may be older')]
    : [good('the nonce is right: the run was made for it')];
}

function certificateLines({ facts, unmet, sound }: Telling): Found[] {
  if (facts === undefined) return [];
  if (unmet.length > 0) return unmet.map((why) => bad(`no certificate: ${why}`));
  return [
    sound ? good('a certificate of what was asked for') : note('no certificate before the pack is sound'),
  ];
}
