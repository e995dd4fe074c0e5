/** What is no secret by its name or by its form, although nothing announces it; all in lower case. */

/** Words of a name that tell of a secret. */
export const secretWords: ReadonlySet<string> = new Set(
  `authorization bearer cookie credential credentials csrf cvv hmac jwt mpin otp pass passcode passphrase passwd
  password pin pwd samlresponse secret secrets session sessid sid sig signature tan token tokens verifier xsrf`.split(
    /\s+/,
  ),
);

/** A key is secret if such a word stands beside it. */
export const secretKeyWords: ReadonlySet<string> = new Set(
  'access account api app auth encryption master private secret session shared signing ssh subscription'.split(
    ' ',
  ),
);

/** Names that tell of a secret as they are, without what divides their words. */
export const secretNames: ReadonlySet<string> = new Set(['auth', 'xauth']);

/** The same words where nothing divides them from others. */
export const secretSyllables =
  /secret|passw|passphrase|token|apikey|privatekey|accesskey|jsession|sessionid|sessid|credential|assertion|signature|authorization|csrf|xsrf|mpin/;

/** What a name ends with that tells of a secret and holds none. */
export const neutralEndings: ReadonlySet<string> = new Set(
  `alg algorithm at count duration endpoint expiration expires expiry format in issuer length lifetime method methods
  required result status type types uri url`.split(/\s+/),
);

/** Words of a name under which a number is a quantity. */
export const quantityWords: ReadonlySet<string> = new Set(
  `age bits count exp expires expiration expiry iat index length lifetime limit max min nbf number page pages port quantity
  remaining reset seconds size status timeout total version`.split(/\s+/),
);

/** Words of a name under which an instant stands, in whatever form. */
export const timeWords: ReadonlySet<string> = new Set(
  'authored created date datetime end expires instant issued modified occurrence period start stamp time timestamp updated'.split(
    ' ',
  ),
);

/** Names under which the document has an id, or that are met in their place; without what divides their words. */
export const idNames: ReadonlySet<string> = new Set(
  `requestid xrequestid txnid transactionid correlationid xcorrelationid apicallid workflowid xhcxcorrelationid
  xhcxapicallid xhcxrequestid xhcxworkflowid xhcxsendercode xhcxrecipientcode sendercode recipientcode sender recipient
  xcmid cmid xhipid xhiuid clientid providerid payerid participantid participantcode kid`.split(/\s+/),
);

/** Names under which a public key stands. */
export const publicKeyNames: ReadonlySet<string> = new Set(
  'publickey certificate encryptioncertificate x5c x5t keyvalue dhpublickey'.split(' '),
);

/** Technical words that no rule for words takes for one. */
export const technicalWords: ReadonlySet<string> = new Set(
  `ascii aiohttp axios applewebkit chrome firefox fhir gecko gzip hcx hiecm html http https httpx jose json jsonrpc jwe jwk jwks
  jws jwt khtml linux mozilla nginx okhttp proxy python quote realm safari sbx svg udp urn utf uuid windows www xhtml xml xmlns
  a128gcm a256gcm base64 curve25519 ed25519 es256 es384 http11 http2 http3 iso8601 iso88591 md5 mgf1 oauth2 p256 p384 pkcs1
  pkcs7 pkcs8 ps256 rs256 rs384 rs512 rsa1024 rsa2048 rsa4096 sha1 sha256 sha384 sha512 snomed utf16 utf8 win64 x25519 x509 x64
  x86 amd64 arm64 otp hpr oaep mgf hs256`.split(/\s+/),
);

/** Pairs of letters of which the words of English, FHIR and HTTP are made; random letters have others, too. */
export const commonPairs: ReadonlySet<string> = new Set(
  `aa ab ac ad af ag ah ai ak al am an ap ar as at au av aw ax ay ba be bh bi bl bo br bu by ca cc ce ch ci ck cl co cr ct cu cy da dd de dh
  dg di dl do dr ds du dy ea ec ed ee ef eg ei el em en ep eq er es et ev ew ex ey fa fe ff fi fl fo fr ft fu ga ge gg gh gi gl gn go gr
  gs gu ha he hi ho hr ht hu hy ia ib ic id ie if ig il im in io ip ir is it iv ix iz ja je jo js ju ke ki kn ks la lc ld le lf lg li ll lm
  lo ls lt lu ly ma mb me mi mm mo mp ms mu my na nc nd ne nf ng ni nk nl nn no nr ns nt nu ny oa ob oc od of og oi ok ol om on oo op
  or os ot ou ov ow ox oy pa pe ph pi pl po pp pr ps pt pu py qu ra rc rd re rf rg ri rk rl rm rn ro rp rr rs rt ru rv ry sa sc se sh
  si sk sl sm so sp ss st su sw sy ta tc te th ti tl to tr ts tt tu tw ty ua ub uc ud ue ui ul um un up ur us ut va ve vi vo wa
  we wh wi wn wo wr ws xa xc xe xe xi xp xt ya ye yi ym yl yo yp ys yt za ze`.split(/\s+/),
);
