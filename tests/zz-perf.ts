import { Redactor } from '/work/main/support/exchange/redaction';
const r = new Redactor();
r.learn('client-secret', 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee');
r.learn('otp', '123456');
const M = 1_000_000;
const bodies: Record<string,string> = {
  deepArr: '['.repeat(100000)+']'.repeat(100000),
  deepObj: '{"otp":'.repeat(100000)+'1'+'}'.repeat(100000),
  bracket: '['.repeat(M),
  quotes: '"'.repeat(M),
  backslash: '\\'.repeat(M),
  backslashu: '\\u0061'.repeat(M/6),
  pct: '%25'.repeat(M/3),
  plus: '+'.repeat(M),
  eyJ: 'eyJ'.repeat(M/3),
  eyJd: 'eyJaaaaaaaa.'.repeat(M/12),
  pem: '-----BEGIN PRIVATE KEY-----'.repeat(M/27),
  members: '"otp":"1234567",'.repeat(M/16),
  membersDiff: Array.from({length: 40000},(_,i)=>`"otp":"${100000+i}",`).join(''),
  ws: '"a"'+' '.repeat(M),
  wsq: ('"a"'+' '.repeat(1000)).repeat(1000),
  form: 'a='.repeat(M/2),
  amp: '&a'.repeat(M/2),
  a: 'a'.repeat(M),
  digits: '1'.repeat(M),
  arrws: ('['+' '.repeat(20)+'123456').repeat(M/27),
  crlf: '\r\n'.repeat(M/2),
};
for (const [k,b] of Object.entries(bodies)) {
  const t=performance.now(); r.learnFrom(b); const u=performance.now(); r.text(b); const v=performance.now();
  console.log(k, Math.round(u-t), Math.round(v-u));
}
