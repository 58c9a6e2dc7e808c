const TRIES = 60;

/**
 * Node gives up connecting after ten seconds, which on a busy machine says nothing about the server. Nothing was sent by
 * then, so that it is asked again; for ten minutes.
 */
export async function untilConnected<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code !== 'UND_ERR_CONNECT_TIMEOUT' || tries >= TRIES) throw error;
    }
  }
}
