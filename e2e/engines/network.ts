import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Network {
  url: string;
  /** From here on no connection is made, and those there are break. Alike in every engine. */
  disconnect(): void;
  reconnect(): void;
  close(): void;
}

/** A connection to a server of this machine that can be broken. */
export async function networkTo(url: string): Promise<Network> {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  let isOnline = true;
  const server = createServer((socket) => {
    if (!isOnline) {
      socket.destroy();
      return;
    }
    const beyond = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const disconnect = () => {
    isOnline = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect,
    reconnect: () => {
      isOnline = true;
    },
    close: () => {
      disconnect();
      server.close();
    },
  };
}
