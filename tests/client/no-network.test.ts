import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import tls from 'node:tls';
import '../no-network.cjs';
import { httpServer } from './servers';

/** An address for documents (RFC 5737): nothing is there, but without the guard it would be tried. */
const outside = '192.0.2.1';

test('a connection to another machine throws, by whatever way', () => {
  const refused = { code: 'ENETUNREACH' };
  assert.throws(() => net.connect({ host: outside, port: 80 }), refused);
  assert.throws(() => net.connect(80, outside), refused);
  assert.throws(() => new net.Socket().connect(80, outside), refused);
  assert.throws(() => net.connect({ host: '2001:db8::1', port: 80 }), refused);
  assert.throws(() => tls.connect({ host: outside, port: 443 }), refused);
  assert.throws(() => http.get(`http://${outside}/`), refused);
  assert.throws(() => {
    dgram.createSocket('udp4').send('x', 53, outside);
  }, refused);
});

test('fetch does not get out either', async () => {
  await assert.rejects(fetch(`http://${outside}/`));
  await assert.rejects(fetch('https://gateway.invalid/'), (error: Error) => {
    assert.equal((error.cause as NodeJS.ErrnoException).code, 'ENOTFOUND');
    return true;
  });
});

test('names are not asked for outside', async () => {
  const unknown = { code: 'ENOTFOUND' };
  for (const name of ['gateway.invalid', 'example.com', 'localhost.example.com']) {
    await assert.rejects(dns.promises.lookup(name), unknown);
    const asked = new Promise((_resolve, reject) => {
      dns.lookup(name, reject);
    });
    await assert.rejects(asked, unknown);
    const [error] = (await once(net.connect({ host: name, port: 80 }), 'error')) as [Error];
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOTFOUND');
  }
  assert.throws(() => {
    dns.resolve4('example.com', () => undefined);
  }, unknown);
  const own = net.connect({
    host: 'example.com',
    port: 80,
    lookup: (_name, _options, done) => {
      done(null, outside, 4);
    },
  });
  const [error] = (await once(own, 'error')) as [Error];
  assert.equal((error as NodeJS.ErrnoException).code, 'ENOTFOUND');
});

test('this machine is reached as ever', async (t) => {
  const host = await httpServer(t, (_request, response) => response.end('here'));
  assert.equal(await (await fetch(`http://${host}/`)).text(), 'here');
  assert.equal(await (await fetch(`http://${host.replace('127.0.0.1', 'localhost')}/`)).text(), 'here');
  assert.equal((await dns.promises.lookup('localhost', { family: 4 })).address, '127.0.0.1');
});
