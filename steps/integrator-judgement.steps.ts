import { thenJudge } from './then-judge';

thenJudge('each session was created with POST on the v3 path of the gateway', 'SES-01');
thenJudge('each session request is JSON with clientId, clientSecret and grantType', 'SES-02');
thenJudge('each grantType is "client_credentials"', 'SES-03');
thenJudge('each session request carries REQUEST-ID, TIMESTAMP, X-CM-ID and Content-Type', 'SES-04');

thenJudge("each call but the session's carries an access token that was issued", 'HDR-01');
thenJudge('each v3 request carries REQUEST-ID', 'HDR-02');
thenJudge('each REQUEST-ID is a UUID of version 4', 'HDR-03');
thenJudge('each REQUEST-ID is written in lowercase', 'HDR-04');
thenJudge('no two v3 requests carry the same REQUEST-ID', 'HDR-05');
thenJudge('each v3 request carries TIMESTAMP', 'HDR-06');
thenJudge('each TIMESTAMP has the form YYYY-MM-DDTHH:MM:SS.000Z and names a real instant', 'HDR-07');
thenJudge('each TIMESTAMP is current, and none stands still', 'HDR-08');
thenJudge('each session request carries X-CM-ID, and each X-CM-ID is that of the environment', 'HDR-10');
thenJudge('each documented request with a body carries Content-Type application\\/json', 'HDR-11');
thenJudge('each bridge-scoped request carries X-HIP-ID or X-HIU-ID', 'HDR-12');

thenJudge('no session is created while the last one is good', 'TOK-01');
thenJudge('no request arrives with an expired token', 'TOK-02');
thenJudge('no deprecated gateway operation is called', 'TOK-03');
thenJudge('the client secret travels in session requests alone, and never from a browser', 'TOK-04');
thenJudge('it is noted whether a refresh operation was called', 'TOK-05');
thenJudge('it is noted which registration calls carry a user-level token', 'TOK-07');

thenJudge('each identity certificate request carries Authorization, REQUEST-ID and TIMESTAMP', 'CRT-04');
thenJudge('each registry certificate request carries Authorization', 'CRT-05');
thenJudge('each certificate request is GET without a body', 'CRT-06');
thenJudge('no certificate is fetched for each value', 'CRT-07');
thenJudge('the certificate is fetched again before the next ciphertext', 'CRT-08');
thenJudge('each field is encrypted under the key of its own service', 'CRT-09');

thenJudge('no OTP is sent raw or merely encoded', 'ENC-01');
thenJudge('neither loginId nor the national-ID number is sent raw', 'ENC-02');
thenJudge('each encrypted field is the standard Base64 of one ciphertext as long as the modulus', 'ENC-03');
thenJudge('each first attempt is padded by OAEP with SHA-1 and MGF1 over SHA-1', 'ENC-04');
thenJudge('the rejected value is sent again under OAEP with SHA-256', 'ENC-05');
thenJudge('each value is encrypted separately', 'ENC-06');
thenJudge('each plaintext is exactly the UTF-8 bytes of its value', 'ENC-07');
thenJudge('no two encryptions give one ciphertext', 'ENC-08');
thenJudge('no planted identifier stands in a URL, a header or a plain field', 'ENC-09');
thenJudge('all other fields stay plaintext JSON', 'ENC-10');
thenJudge('the longer value is refused, neither cut nor split', 'ENC-14');
thenJudge(
  'a mobile number is encrypted where its field is documented as encrypted, and only there',
  'ENC-15',
);

thenJudge('each OTP is verified with POST on the documented path, as JSON with otp and txnId', 'OTP-01');
thenJudge('each txnId is the one that the integrator was given', 'OTP-02');
thenJudge('each call travels over TLS', 'SEC-01');
thenJudge('each registry and provider-side path carries its documented version segment', 'VER-01');
