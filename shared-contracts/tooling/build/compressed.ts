import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes the compressed forms of a file beside it. A font is compressed already, and no browser asks for the server's. */
export async function writeCompressed(folder: string, path: string, content: Buffer): Promise<void> {
  if (path.endsWith('.woff2') || path === SERVER_FILE) return;
  // Brotli's own default is its highest quality.
  const [brotli, gzipped] = await Promise.all([compressBrotli(content), compressGzip(content, { level: 9 })]);
  await writeFile(join(folder, `${path}.br`), brotli);
  await writeFile(join(folder, `${path}.gz`), gzipped);
}
