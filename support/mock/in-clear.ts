import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The first byte of a TLS record that begins a handshake (RFC 8446, section 5.1). */
const handshake = 22;

/**
 * Lets a TLS server answer those who speak plain HTTP to its port too: that they do is seen on their connection, and all
 * that they send is seen as well. `plain` does not listen; it is handed such connections.
 */
export function alsoInClear(server: Server, plain: Server): Server {
  const begin = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  plain.on('clientError', (error, socket) => server.emit('clientError', error, socket));
  return server.on('connection', (socket: Socket) => {
    // A client may go away before its first byte.
    const ignore = (): void => {
      socket.destroy();
    };
    socket.once('error', ignore);
    socket.once('readable', () => {
      const bytes = socket.read() as Buffer | null;
      socket.off('error', ignore);
      if (bytes === null) {
        socket.destroy();
        return;
      }
      // Read by hand: a socket that flows would hand out what is the handshake's.
      socket.unshift(bytes);
      if (bytes[0] === handshake) for (const each of begin) each.call(server, socket);
      else plain.emit('connection', socket);
    });
  });
}
