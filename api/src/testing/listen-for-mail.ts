import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on a free port of this machine that keeps what it is sent, until it is stopped. */
export async function listenForMail() {
  const received: Email[] = [];
  const unknown = new Set<string>();
  let port = 0;

  const listen = async (): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 0,
      disableReverseLookup: true,
      onRcptTo({ address }, _session, answer) {
        answer(
          unknown.has(address) ? Object.assign(new Error('No such person'), { responseCode: 550 }) : null,
        );
      },
      onData(stream, _session, taken) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          received.push(await PostalMime.parse(Buffer.concat(chunks)));
          taken();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.server.address() as { port: number }).port;
    return server;
  };
  const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()));

  let running: SMTPServer | undefined = await listen();
  const stop = async (): Promise<void> => {
    if (running) await close(running);
    running = undefined;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Addresses whose messages the server rejects. */
    unknown,
    /** The server does not answer until `restart`. */
    stop,
    async restart(): Promise<void> {
      running = await listen();
    },
  };
}
