// The sockets of connections to a NATS server that have ended.
import type { Socket } from 'node:net';

/** Where the NATS client keeps the socket of a connection. */
interface WithSocket {
  readonly protocol?: { readonly transport?: { readonly socket?: Socket } };
}

/**
 * When a connection ends, the client removes all listeners of its socket; a write that was under way fails afterwards, with an
 * error that would be an uncaught one. It says nothing new: the connection itself reports its end.
 */
export function withQuietEnd<Connection extends object>(connection: Connection): Connection {
  const socket = (connection as WithSocket).protocol?.transport?.socket;
  if (socket) {
    const { removeAllListeners } = socket;
    socket.removeAllListeners = (event) => removeAllListeners.call(socket, event).on('error', () => undefined);
  }
  return connection;
}
