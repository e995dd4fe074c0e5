import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { verified } from '../contract/verified-tls';
import type { WireRecord } from '../exchange/raw-exchange';
import { tlsFactOf, trustIn } from '../exchange/tls-fact';

/**
 * One connection to the far side for each connection of the client, as long as that lasts: a client that keeps its
 * connection meets what it would meet without a proxy.
 */
export class Agents {
  readonly #agents = new WeakMap<Socket, Agent>();
  readonly #known = new WeakMap<Socket, NonNullable<WireRecord['tls']>>();
  readonly #trust;
  readonly #make: () => Agent;

  constructor({ protocol }: URL, ca: string | undefined, idleMs: number) {
    const isTls = protocol === 'https:';
    const options = { keepAlive: true, maxSockets: 1, timeout: idleMs };
    const trust = isTls ? trustIn(ca) : undefined;
    this.#trust = trust;
    this.#make = () =>
      trust === undefined
        ? new Agent(options)
        : new TlsAgent({ ...options, ...verified, secureContext: trust.context });
  }

  of(socket: Socket): Agent {
    const known = this.#agents.get(socket);
    if (known !== undefined) return known;
    const agent = this.#make();
    this.#agents.set(socket, agent);
    socket.on('close', () => {
      agent.destroy();
    });
    return agent;
  }

  /** What is known of a connection over TLS that has verified; it is looked at once. */
  tlsOf(socket: Socket): WireRecord['tls'] {
    if (this.#trust === undefined || !(socket instanceof TLSSocket)) return undefined;
    const fact = this.#known.get(socket) ?? (socket.authorized ? tlsFactOf(socket, this.#trust) : undefined);
    if (fact !== undefined) this.#known.set(socket, fact);
    return fact;
  }
}
