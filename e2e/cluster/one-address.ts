import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const CONNECT_TIMEOUT_MS = 1_000;

/**
 * One address for several machines, as browsers make of a name that has several: each connection goes to the first machine
 * that takes it, beginning with the one that took the last.
 */
export async function openAddress(port: number, hosts: readonly string[], hostPort: number) {
  let first = 0;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
  };

  async function reach(): Promise<Socket | null> {
    for (let count = 0; count < hosts.length; count++) {
      const index = (first + count) % hosts.length;
      const socket = connect(hostPort, hosts[index]);
      keep(socket);
      const isTaken = await Promise.race([
        once(socket, 'connect').then(
          () => true,
          () => false,
        ),
        once(socket, 'close').then(() => false),
        new Promise<false>((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS, false).unref()),
      ]);
      if (isTaken) {
        first = index;
        return socket;
      }
      socket.destroy();
    }
    return null;
  }

  const server = createServer({ pauseOnConnect: true }, async (client) => {
    keep(client);
    const machine = await reach();
    if (!machine || client.destroyed) {
      client.destroy();
      machine?.destroy();
      return;
    }
    client.pipe(machine).pipe(client);
    client.on('close', () => machine.destroy());
    machine.on('close', () => client.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
