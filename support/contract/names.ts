import { headers } from './headers';
import { bareName, isLikelyTypo } from './is-likely-typo';
import { operations } from './operations';
import { schemaIds, embeddableSchema } from './schemas';

/**
 * Lower-case words that cannot identify the sender. A recording keeps a name if it consists only of these
 * words.
 */
export const neutralWords: ReadonlySet<string> = new Set(
  `a128gcm a256gcm abdm abha about accept acceptable accepted access account ack acknowledgement acknowledgment act action active
  actor add address adjudication admit aes age agent alg algorithm alive all allow amount annotation answer answered any apache
  api app applewebkit application approval approve approved arm as assertion at attachment attempt attempts audience audio auth
  authed authenticate author authored authority authorization authresult available axios back backbone bad balance base base64 base64url basic batch
  bearer before begin benefit between birth bits blob block body both boundary br bridge browser build bundle business by bytes
  cache call callback callbacks cancel cancelled care category cbc cert certificate certificates certs challenge change channel charge
  charset check checksum chrome chunked ciphertext city claim class client clients close cm co code coding collection com comment
  communication company complete completed concept condition config configuration confirm connection consent contact contained
  content context contract control cookie copay correlation cors cost count counter country cover coverage coverageeligibility
  create created creation credential credentials critical cross crv csp csrf csv curl current curve curve25519 custom data date
  day days debug decision declined default deflate delete denied deny description dest detail details device dh diagnosis
  dictionary digest disabled discharge disposition district division dnt docker doctor document documents done download draft
  due dummy duration early ec ecdh ed25519 eddsa edge edit effective eligibility eligible email embed embedder empty enable
  enabled encode encoded encoding encounter encrypted encryption end engine enrol enroll enrolled enrollment enrolment entered entry
  env environment errno error errors es256 es384 etag event events exclude existing exp expire expired expires expiry expose
  extended extension facility fail failed failure family feature fetch fhir field fields file filename files final financial
  find firefox first float flow focal for form format forwarded found frame frequency from frontend full function fund ga
  gateway gcm gecko gender generate generated generation get given global gmt go grant granted group guzzle guzzlehttp gzip had hash hcp
  hcx head header headers health heartbeat height help hi hid hiecm hint hip history hiu hkdf hmac home hook hospital host hour
  hpr hs256 html http http2 httpclient https httpx iat icd id identifier identity ietf if image immutable implementation in
  include included index info init initiate initiated inline input insecure insights instance insurance insuranceplan insurer
  integrity intent internal interval invalid invoice ip is iso iss issue issued issuer ist item items iteration java javascript
  jersey jose jpeg jpg json jsonrpc jti jwe jwk jwks jws jwt keep kept key keys keyvalue khtml kid kind kit known kong kty label
  language languages last latest latin1 length level lifetime like limit line link links linux list local locale location lock
  log login logout loop mac macintosh main maintained manager map mapping master match material max md5 mean media medical
  medication member members message meta method methods mgf1 middle mime min minute mobi mobile mode model modified monitoring
  month mozilla multipart must name names national native nbf nel net netty network new next nginx no node nonce none nosniff
  not note notice notification notify null number oaep oauth oauth2 object occurrence octet of off offset ok okhttp okp on once
  online open opener openjdk operation operations option options or order org organisation organization origin os other otp
  otpvalue outcome outgoing output owner p256 package page pages paid pan parameter parameters params parent part partial
  participant participants partner parts party password patch path patient pattern payee payer payload payment paymentnotice
  payor pdf pending per period permission persistence person personal phone pin pkcs1 pkcs8 place plain plan platform png
  policies policy poll port post postman postmanruntime power practitioner pragma preauth preauthorization preferred prefix
  prescription previous priority private problem procedure process processed processing processor prod product production
  professional profile profiles project prompt property protected protection protocol provider provision proxy ps256 ps384 ps512
  public publish purpose put python q qty quality quantity queried query question queue queued quic quote random range rate
  ratelimit ratio raw realm reason receive received receiver recipient reconciliation record records redirect ref reference
  references referer referrer refresh regenerate register registration registry reissue reject rejected relates relationship release remaining
  remark remarks remittance remote remove reply report request requested requester requests required requirement resend reserved reset
  resource resources response responses responsible result results retry return revalidate revalidation review revoke role room
  root route rs256 rs384 rs512 rsa rule run runtime safari sandbox save sbx schedule schema scheme scope score search sec
  seconds secret section secure security select selenium self send sender sent seq sequence series server service services
  session sessions set severity sha sha1 sha256 sha384 sha512 share short sid sign signature signed signin simple since site size sort
  source spec specialty spring stack stage standard start started state statement status step store stream strict string sts sub
  subject submit subscription subtotal success successful sum summary supporting surname svg system t table tag target task tax
  telecom temp template terms test text thread time timeout timestamp timing title tls to token tokens tomcat tool total trace
  tracking traffic trailer trailers transaction transactions transfer transition transport treatment trigger try txn type ua uhi
  unauthorised unauthorized undefined undici unique unit unknown update updated upgrade upload uri url urlencoded urllib urn us
  usage use used user username using utc utf utf16 utf8 uuid valid validate validation value values variant vary vendor
  verification verified verifier verify version via video view visit wait ward warning web webkit weight when where win64 window
  windows with workflow write www x x11 x25519 x509 x5c x5t x64 x86 xhtml xml xmlhttprequest year yes zip zone`.split(
    /\s+/,
  ),
);

/** Header names that are registered with IANA or in common use, in lower case. */
const registered: ReadonlySet<string> = new Set(
  `accept accept-charset accept-ch accept-encoding accept-language accept-patch accept-post accept-ranges access-control-allow-credentials
  access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-expose-headers
  access-control-max-age access-control-request-headers access-control-request-method age allow alt-svc alt-used authentication-info
  authorization cache-control cdn-loop clear-site-data connection content-disposition content-encoding content-language
  content-length content-location content-md5 content-range content-security-policy content-security-policy-report-only content-type
  cookie cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy date digest dnt early-data etag expect
  expect-ct expires forwarded from host http2-settings if-match if-modified-since if-none-match if-range if-unmodified-since
  keep-alive last-modified link location max-forwards mime-version nel origin origin-agent-cluster permissions-policy pragma prefer
  preference-applied priority proxy-authenticate proxy-authorization proxy-connection range ratelimit ratelimit-limit
  ratelimit-policy ratelimit-remaining ratelimit-reset referer referrer-policy refresh report-to retry-after save-data sec-ch-ua
  sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user sec-gpc sec-websocket-accept
  sec-websocket-key sec-websocket-protocol sec-websocket-version server server-timing set-cookie soapaction strict-transport-security
  te trace traceparent tracestate trailer transfer-encoding upgrade upgrade-insecure-requests user-agent vary via want-digest warning
  www-authenticate x-content-type-options x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto
  x-frame-options x-powered-by x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-real-ip x-request-id x-requested-with
  x-token x-xss-protection`.split(/\s+/),
);

const documentedHeaders: readonly string[] = Object.keys(headers);

/** Normalises a name so that `client_secret`, `client-secret` and `clientSecret` compare as equal. */
export const normaliseName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

let documented: ReadonlySet<string> | undefined;

/**
 * Returns whether the document shows this name as a header, a body member or a path segment. Ignores letter
 * case.
 */
export function isDocumentedName(name: string): boolean {
  documented ??= new Set(
    [
      ...documentedHeaders,
      ...operations.flatMap(({ path }) => path.split('/')),
      ...schemaIds()
        .filter((id) => id.startsWith('contract/'))
        .flatMap((id) => membersOf(embeddableSchema(id))),
    ].map((each) => each.toLowerCase()),
  );
  return name !== '' && documented.has(name.toLowerCase());
}

/** Returns the member names that a schema declares in `properties`, at any depth. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(properties).flatMap(membersOf)];
}

/**
 * Matches every name that could resemble a documented header. Other names are not compared with the
 * documented headers, which saves time.
 */
const nearForm = /^[\w .-]{1,24}$/;

/**
 * Returns whether a header name can be recorded because it cannot identify the sender. This holds if the name
 * is documented or registered, or resembles a documented name.
 */
export function isKnownHeader(name: string): boolean {
  if (registered.has(name.toLowerCase()) || isDocumentedName(name)) return true;
  return (
    nearForm.test(name) && documentedHeaders.some((header) => headerDifference(name, header) !== undefined)
  );
}

const unprefixed = (name: string): string => bareName(name.replace(/^x[-_]/i, ''));

/** Messages that describe how a header name differs from the documented name that it resembles. */
export const headerDifferences = {
  underscore:
    'the name of the header has an underscore where a hyphen belongs: many servers drop such headers',
  hyphens: 'the name of the header has other hyphens: only capital and small letters may differ',
  prefixed: 'the name of the header has an X- in front, where the document gives none',
  unprefixed: 'the name of the header lacks the X- that the document puts in front',
  misspelt: 'the name of the header is misspelt',
} as const;

type HeaderDifference = (typeof headerDifferences)[keyof typeof headerDifferences];

/**
 * Describes how a header name differs from the documented name `header`, or returns `undefined` if the names
 * do not resemble each other. Expects names that are not equal.
 */
export function headerDifference(name: string, header: string): HeaderDifference | undefined {
  const { underscore, hyphens, prefixed, unprefixed: lacking, misspelt } = headerDifferences;
  if (bareName(name) === bareName(header)) return name.includes('_') ? underscore : hyphens;
  if (unprefixed(name) === unprefixed(header)) return /^x[-_]/i.test(name) ? prefixed : lacking;
  return isLikelyTypo(name, header) ? misspelt : undefined;
}

/**
 * Returns the first of `words` whose first four letters occur in a text. The text then probably means this
 * word: `Query` for "queried". Returns `undefined` if no word matches.
 */
export function findMeantWord<Word extends string>(text: string, words: readonly Word[]): Word | undefined {
  const lower = text.toLowerCase();
  return words.find((word) => lower.includes(word.toLowerCase().slice(0, 4)));
}
