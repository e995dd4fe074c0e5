'use strict';
// Keeps the tests on this machine: a connection elsewhere fails, and no name is asked for outside. What is printed has
// no colours, wherever it is printed.
const dgram = require('node:dgram');
const dns = require('node:dns');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');

process.env.NO_COLOR = '1';
delete process.env.FORCE_COLOR;

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

function failure(code, what, name) {
  return Object.assign(new Error(`${what} ${code} ${name}: tests stay on this machine`), {
    code,
    syscall: what,
    hostname: name,
  });
}

const { lookup } = dns;
function guardedLookup(name, options, callback) {
  const done = callback ?? options;
  if (net.isIP(name) > 0 || loopback.test(name)) return lookup(name, options, callback);
  process.nextTick(done, failure('ENOTFOUND', 'getaddrinfo', name));
}
dns.lookup = guardedLookup;

const promised = dns.promises.lookup;
dns.promises.lookup = async (name, options) => {
  if (net.isIP(name) > 0 || loopback.test(name)) return promised(name, options);
  throw failure('ENOTFOUND', 'getaddrinfo', name);
};

// Every other question goes to a server on the network.
for (const asker of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const method of Object.getOwnPropertyNames(asker).filter((each) => /^(resolve|reverse)/.test(each)))
    asker[method] = (name) => {
      throw failure('ENOTFOUND', method, String(name));
    };

/** Somebody's own lookup may answer what it likes, as long as it is on this machine. */
function confined(own) {
  return (name, options, callback) =>
    own(name, options, (error, found, family) => {
      const addresses = [found].flat().map((each) => each?.address ?? each);
      if (error || addresses.every((each) => loopback.test(each))) callback(error, found, family);
      else callback(failure('ENOTFOUND', 'lookup', name));
    });
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const isOptions = typeof first === 'object' && first !== null;
  // A path is that of a socket in the file system; node:http hands over null for none.
  const path = isOptions ? first.path : Number.isNaN(Number(first)) ? first : null;
  const host = isOptions ? first.host : typeof args[1] === 'string' ? args[1] : undefined;
  if (typeof path !== 'string' && host !== undefined && net.isIP(host) > 0 && !loopback.test(host))
    throw failure('ENETUNREACH', 'connect', host);
  if (isOptions && typeof first.lookup === 'function') first.lookup = confined(first.lookup);
  return connect.apply(this, args);
};

const { send } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function (...args) {
  const host = args.find((each, index) => index > 0 && typeof each === 'string');
  if (host !== undefined && !loopback.test(host)) throw failure('ENETUNREACH', 'send', host);
  return send.apply(this, args);
};

// ES modules hold copies of the names.
syncBuiltinESMExports();
