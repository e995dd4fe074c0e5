'use strict';
// Notes every name that a process asks for and every address that it connects to, and every port that it opens, in the
// file that CANARY names, one JSON array a line.
require('./no-network.cjs');
const { appendFileSync } = require('node:fs');
const dns = require('node:dns');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');

const note = (...what) => appendFileSync(process.env.CANARY, `${JSON.stringify(what)}\n`);

for (const asker of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const method of Object.getOwnPropertyNames(asker).filter((each) =>
    /^(lookup|resolve|reverse)/.test(each),
  )) {
    const ask = asker[method];
    if (typeof ask !== 'function') continue;
    asker[method] = function (name, ...rest) {
      note('name', String(name));
      return ask.call(this, name, ...rest);
    };
  }

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options = typeof first === 'object' && first !== null ? first : { port: first, host: second };
  if (typeof options.path === 'string') note('socket', options.path);
  else note('connect', options.host ?? 'localhost', Number(options.port));
  return connect.apply(this, args);
};

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...args) {
  this.once('listening', () => note('listen', this.address()?.port ?? null));
  return listen.apply(this, args);
};

syncBuiltinESMExports();
