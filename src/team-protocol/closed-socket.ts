// Silences the sockets of ended connections to a NATS server.
import type { Socket } from 'node:net';

/** Where the NATS client keeps the socket of a connection. */
interface WithSocket {
  readonly protocol?: { readonly transport?: { readonly socket?: Socket } };
}

/**
 * When a connection ends, the client removes all listeners of its socket. A write that then fails would be an uncaught
 * error, although the connection itself has already reported its end.
 */
export function withQuietEnd<Connection extends object>(connection: Connection): Connection {
  const socket = (connection as WithSocket).protocol?.transport?.socket;
  if (socket) {
    const { removeAllListeners } = socket;
    socket.removeAllListeners = (event) => removeAllListeners.call(socket, event).on('error', () => undefined);
  }
  return connection;
}
