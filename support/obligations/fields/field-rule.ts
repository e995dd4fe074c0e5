import { whyRoleUnplayable } from '../../adapter/roles';
import type { AdapterMethod } from '../../adapter/protocol';
import { rpcErrorCodes } from '../../adapter/protocol';
import { memberOf, parseJson } from '../../contract/json';
import { whyRolesMissing } from '../../contract/words';
import { holdsOtp, mobileOtpPath, verifiesMobileOtp } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { SentEvidence } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, isAccepted } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { isAtUnknownHost, isVerificationPath } from '../../exchange/fields';
import { whyMaskedUnjudged } from '../../exchange/masks';
import { unsetReading } from '../../exchange/reason';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import type { Aspect, SentField } from './attribution';
import { CharsetHistory, HashHistory, KeyHistory, judgeFieldAspect } from './attribution';
import { unmaskedFieldsOf, maskedField, nameOfField } from './ciphertexts';
import type { FieldBreachDetails } from './messages';
import { locateField } from './messages';
import { findActionGap } from '../judge/gaps';
import type { Circumstances, Facet } from '../judge/home';
import { TemptedFacets } from '../judge/requests';
import type { Judge, Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';

/** For what is seen only where fields are encrypted at all. */
export const anyCiphertext = {
  needs: ['ENC-01', 'ENC-02'],
} as const;

/**
 * For what is seen only in plaintexts: a field that is raw, has another form, key or padding, has none that can be
 * read.
 */
export const plaintextNeeds = {
  needs: ['CRT-08', 'CRT-09', 'ENC-01', 'ENC-02', 'ENC-03', 'ENC-04'],
} as const;

/** For what is seen only once an OTP was accepted. */
export const acceptedOtpNeeds = {
  needs: ['CRT-08', 'CRT-09', 'ENC-03', 'ENC-04', 'OTP-01'],
} as const;

const services = ['identity', 'registry'] as const;
type KeyService = (typeof services)[number];

/** The services that a client encrypts fields for (clause 4.2), whether it sends them or merely gives them back. */
export function encryptionServiceFacets(about: Circumstances): readonly Facet[] | undefined {
  return facetsOf(about, ['field.encrypt']);
}

/** The services that a client sends encrypted fields to. */
export function encryptedTo(about: Circumstances): readonly Facet[] | undefined {
  return facetsOf(about, []);
}

/**
 * The services that a client sends OTPs to, each with its verify-mobile-OTP call. The target may leave the path of that
 * call unset.
 */
export function otpFacets(about: Circumstances): readonly Facet[] | undefined {
  return encryptedTo(about)?.flatMap((each, place) => [
    each,
    mobileFacetOf(services[place] ?? 'registry', about),
  ]);
}

const mobileFacetName = (service: string): string => `${service}, mobile OTP`;

function mobileFacetOf(service: KeyService, { roles, readings, offer }: Circumstances): Facet {
  const name = mobileFacetName(service);
  if (!roles.includes(service)) return { name, ruledOut: whyRolesMissing([service]) };
  if (mobileOtpPath(readings, service) === undefined)
    return { name, setAside: unsetReading(`the reading mobile-otp-path names no path for ${service}`) };
  const setAside = offer && findActionGap('sendsFields', roles, offer);
  return { name, ...(setAside && { setAside }) };
}

function facetsOf(about: Circumstances, besides: readonly AdapterMethod[]): readonly Facet[] | undefined {
  if (about.rolesAsSeen === true) return undefined;
  return services.map((service) => facetOf(service, about, besides));
}

function facetOf(name: KeyService, about: Circumstances, besides: readonly AdapterMethod[]): Facet {
  const { roles, offer } = about;
  const isPlayed = roles.includes(name);
  if (offer === undefined) return isPlayed ? { name } : unplayed(name);
  const { capabilities } = offer;
  const offers = (method: AdapterMethod): boolean => capabilities.includes(method);
  // An OTP goes to the registry, also for a client that does nothing else there.
  const verifies = name === 'registry' && offers('otp.verify') && (isPlayed || !offers('fields.send'));
  if (!isPlayed && !verifies) return unplayed(name);
  const unplayable = isPlayed ? whyRoleUnplayable(name, offer) : undefined;
  if (unplayable !== undefined) return { name, setAside: { kind: 'not-offered', text: unplayable } };
  if (!verifies && !offers('fields.send') && !besides.some(offers))
    return { name, setAside: findActionGap('sendsFields', roles, offer) };
  return { name };
}

function unplayed(name: KeyService): Facet {
  return { name, ruledOut: whyRolesMissing([name]) };
}

/**
 * Returns the facet of {@link otpFacets} for an accepted OTP: one of a verification, or one that the service opened.
 * `undefined` if the request does not contain an OTP, or if the service refused it.
 */
export function facetOfAcceptedOtp(exchange: Exchange, context: RuleContext): string | undefined {
  if (!isAccepted(exchange)) return undefined;
  if (intendedOperation(exchange) === 'otp.verify') return facetOfOtp(exchange, context);
  const otps = (exchange.facts.fields ?? []).filter(
    (field) => field.wanted === 'encrypted' && holdsOtp(nameOfField(field), context.readings),
  );
  const isVerified = otps.length > 0 && isOtpVerification(exchange, context);
  // A raw OTP that was accepted shows as much of the other fields as an encrypted one.
  const isRead = otps.some((field) => isOpened(field) || field.readable !== undefined);
  return isVerified || isRead ? facetOfOtp(exchange, context) : undefined;
}

/** Whether a service has accepted an OTP. */
export const acceptsOtp = (exchange: Exchange, context: RuleContext): boolean =>
  facetOfAcceptedOtp(exchange, context) !== undefined;

/** Whether a request verifies an OTP, by its path or by a reading. */
function isOtpVerification(exchange: Exchange, { readings }: RuleContext): boolean {
  const path = pathOfRequest(exchange);
  return isVerificationPath(path) || verifiesMobileOtp(readings, { service: exchange.service, path });
}

/** Returns the facet of {@link otpFacets} for an OTP in a request, or in an answer of the adapter. */
function facetOfOtp(sent: SentEvidence, { readings }: RuleContext): string | undefined {
  const { kind, service } = sent;
  if (kind !== undefined || service === undefined) return service;
  return verifiesMobileOtp(readings, { service, path: pathOfRequest(sent) })
    ? mobileFacetName(service)
    : service;
}

/** Facets by service and call, for `fieldRule` about OTPs. */
export const facetOfOtpField = ({ sent, context }: SentField): string | undefined =>
  facetOfOtp(sent, context);

/**
 * Rules out the facets of a client that refuses on purpose to send fields to a service. A facet that other requests
 * exercise is judged by these requests.
 */
export function refusedSend(
  sent: SentEvidence,
  facetsOf: (service: string) => readonly string[],
): Judgement | undefined {
  if (sent.kind === undefined || sent.method !== 'fields.send' || sent.service === undefined)
    return undefined;
  const code = memberOf(memberOf(parseJson(sent.body?.text ?? ''), 'error'), 'code');
  if (code !== rpcErrorCodes.refused) return undefined;
  const unjudged = reportText`${nameEvidence(sent)}: the client refuses on purpose to send fields to ${sent.service}`;
  return withFacetNames({ unjudged, rulesOut: true }, ...facetsOf(sent.service));
}

/**
 * The facets of {@link otpFacets} that `fields.send` exercises: OTPs of a national ID go to the registry by another
 * call.
 */
export function otpFacetsOfSend(name: string, { readings }: RuleContext): readonly string[] {
  const service = services.find((each) => each === name);
  if (service === undefined) return [];
  const hasMobilePath = mobileOtpPath(readings, service) !== undefined;
  return [...(service === 'identity' ? [service] : []), ...(hasMobilePath ? [mobileFacetName(service)] : [])];
}

/** Whether a field held one of the values that were given, whatever stood around it. */
export function isOpened({ wanted, plaintext }: FieldFact): boolean {
  return wanted === 'encrypted' && (plaintext?.equals !== undefined || (plaintext?.contains.length ?? 0) > 0);
}

interface FieldRuleOptions {
  /** Whether a request is the act that the rule needs. The name of a facet limits the act to that facet. */
  readonly temptedBy?: (exchange: Exchange, context: RuleContext) => boolean | string | undefined;
  readonly facetOf?: (about: SentField) => string | undefined;
  /** Returns why a field cannot be judged; `undefined` if there is no special reason. Called for such fields only. */
  readonly whyOpen?: (about: SentField) => ReportText | undefined;
  /** Judges an answer without a ciphertext. */
  readonly unanswered?: (
    sent: SentEvidence,
    charsets: CharsetHistory,
    context: RuleContext,
  ) => Judgement | undefined;
}

/** Facets by service, for `fieldRule`. */
export const serviceOfField = ({ sent }: SentField): string | undefined => sent.service;

/**
 * Returns why a value that is not encrypted breaks nothing. The obligation cannot pass, because the value may be the
 * client's own.
 */
function doubtAbout(sent: SentEvidence, field: FieldFact): Judgement {
  const where = reportText`${nameEvidence(sent)}, field ${field.pointer}`;
  const why = isAtUnknownHost(field)
    ? reportText`${where}: the value is not encrypted, but nothing shows that the host is one of the services: name it in a target`
    : reportText`${where}: the value is not encrypted, but a tool may have written it in place of another`;
  return { unjudged: why, noted: true, withholds: true };
}

/** Judges each field that a client must encrypt. {@link judgeFieldAspect} decides which mistake caused a breach. */
export function fieldRule(
  aspect: Aspect,
  tell: (about: SentField) => FieldBreachDetails,
  { temptedBy, facetOf, whyOpen, unanswered }: FieldRuleOptions = {},
): Judge<SentEvidence> {
  return (context) => {
    const tally = new JudgementTally(context);
    const history = new HashHistory(context);
    const keys = new KeyHistory(context);
    const charsets = new CharsetHistory();
    const tempted = new TemptedFacets();
    return {
      observe(sent) {
        for (const field of unmaskedFieldsOf(sent)) {
          if (field.wanted !== 'encrypted') continue;
          const about = { field, sent, history, keys, charsets, context };
          const found = judgeFieldAspect(aspect, about);
          if (found === 'doubtful') tally.add(doubtAbout(sent, field), sent.seq);
          const unjudged = found === undefined ? whyOpen?.(about) : undefined;
          if (unjudged !== undefined)
            tally.add(withFacetNames({ unjudged, withholds: true }, facetOf?.(about)), sent.seq);
          if (found === undefined || found === 'doubtful') continue;
          const judgement =
            found === 'kept' ? keptJudgement : { breach: { ...locateField(sent, field), ...tell(about) } };
          tally.add(withFacetNames(judgement, facetOf?.(about)), sent.seq);
        }
        const judgement = unanswered?.(sent, charsets, context);
        if (judgement !== undefined) tally.add(judgement, sent.seq);
        charsets.observe(sent);
        if (sent.kind !== undefined) return;
        const masked = maskedField(sent);
        if (masked !== undefined) tally.add({ unjudged: whyMaskedUnjudged(masked) });
        tempted.add(temptedBy?.(sent, context));
        history.observe(sent);
        keys.observe(sent);
      },
      conclude: () => (temptedBy === undefined ? tally.conclude() : tempted.keptOf(tally.conclude())),
    };
  };
}
