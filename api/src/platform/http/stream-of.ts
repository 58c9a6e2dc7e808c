import { Readable } from 'node:stream';

/**
 * A stream of what `chunks` makes, as fast as it is read. The first chunk is made before, so that a rejection can still
 * become a page; from then on `chunks` is always ended, also when the reader stops early.
 */
export async function streamOf(chunks: AsyncGenerator<Uint8Array, unknown>): Promise<Readable> {
  let next: Promise<IteratorResult<Uint8Array, unknown>> | null = Promise.resolve(await chunks.next());
  return new Readable({
    read() {
      const pending = next ?? chunks.next();
      next = null;
      pending.then(
        ({ value, done }) => this.push(done ? null : value),
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      chunks.return(undefined).then(
        () => done(error),
        (fault) => done(fault),
      );
    },
  });
}
