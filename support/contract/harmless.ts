/** Lists for recognising text that is not secret. All entries are in lower case. */

/** Technical words that are not secret, although they look like random characters. */
export const technicalWords: ReadonlySet<string> = new Set(
  `ascii aiohttp axios applewebkit chrome firefox fhir gecko gzip hcx hiecm html http https httpx jose json jsonrpc jwe jwk jwks
  jws jwt khtml linux mozilla nginx okhttp proxy python quote realm safari sbx svg udp urn utf uuid windows www xhtml xml xmlns
  a128gcm a256gcm base64 curve25519 ed25519 es256 es384 http11 http2 http3 iso8601 iso88591 md5 mgf1 oauth2 p256 p384 pkcs1
  pkcs7 pkcs8 ps256 rs256 rs384 rs512 rsa1024 rsa2048 rsa4096 sha1 sha256 sha384 sha512 snomed utf16 utf8 win64 x25519 x509 x64
  x86 amd64 arm64 otp hpr oaep mgf hs256`.split(/\s+/),
);

/**
 * Pairs of adjacent letters that occur in English words and in FHIR and HTTP names. A string with many other
 * pairs is probably random, and could be a secret.
 */
export const commonPairs: ReadonlySet<string> = new Set(
  `aa ab ac ad af ag ah ai ak al am an ap ar as at au av aw ax ay ba be bh bi bl bo br bu by ca cc ce ch ci ck cl co cr ct cu cy da dd de dh
  dg di dl do dr ds du dy ea ec ed ee ef eg ei el em en ep eq er es et ev ew ex ey fa fe ff fi fl fo fr ft fu ga ge gg gh gi gl gn go gr
  gs gu ha he hi ho hr ht hu hy ia ib ic id ie if ig il im in io ip ir is it iv ix iz ja je jo js ju ke ki kn ks la lc ld le lf lg li ll lm
  lo ls lt lu ly ma mb me mi mm mo mp ms mu my na nc nd ne nf ng ni nk nl nn no nr ns nt nu ny oa ob oc od of og oi ok ol om on oo op
  or os ot ou ov ow ox oy pa pe ph pi pl po pp pr ps pt pu py qu ra rc rd re rf rg ri rk rl rm rn ro rp rr rs rt ru rv ry sa sc se sh
  si sk sl sm so sp ss st su sw sy ta tc te th ti tl to tr ts tt tu tw ty ua ub uc ud ue ui ul um un up ur us ut va ve vi vo wa
  we wh wi wn wo wr ws xa xc xe xe xi xp xt ya ye yi ym yl yo yp ys yt za ze`.split(/\s+/),
);
