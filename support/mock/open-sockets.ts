import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a listener, so that all of them can be ended at once. */
export interface OpenSockets {
  watch(server: Server): Server;
  /** Ends the connections that are open, and each that comes later. */
  end(): void;
  /** From now on neither they nor any that comes later keep the process alive. */
  unref(): void;
}

/**
 * A server ends by itself the connections that speak HTTP. One that never did, as a TLS handshake that was not
 * begun, would hold the port for minutes.
 */
export function trackSockets(): OpenSockets {
  const open = new Set<Socket>();
  let ended = false;
  let isHolding = true;
  const add = (socket: Socket) => {
    if (ended) socket.destroy();
    if (!isHolding) socket.unref();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  return {
    watch: (server) => server.on('connection', add),
    end: () => {
      ended = true;
      for (const socket of open) socket.destroy();
    },
    unref: () => {
      isHolding = false;
      for (const socket of open) socket.unref();
    },
  };
}
