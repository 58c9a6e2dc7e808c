import { constants, crc32, deflateRawSync } from 'node:zlib';
import { GZIP_HEADER, gzipTrailer } from './gzip.ts';

/** Text that is compressed once, and sent with another word in the same places each time. */
export interface CompressedTemplate {
  /** What stands before, between and after the words. */
  plain: readonly Buffer[];
  /** The same as deflated blocks (RFC 1951), each whole bytes; the last one ends the file. */
  deflated: readonly Buffer[];
}

/** No byte of UTF-8, so that nothing that is compressed refers to where a word stands. */
const NO_TEXT = 0xff;

/** Compresses a text for words in place of each `mark`, of its length in bytes. */
export function compressTemplate(text: string, mark: string): CompressedTemplate {
  const plain = text.split(mark).map((part) => Buffer.from(part));
  const gap = Buffer.alloc(Buffer.byteLength(mark), NO_TEXT);
  let before = Buffer.alloc(0);
  const deflated = plain.map((part, index) => {
    const isLast = index === plain.length - 1;
    const blocks = deflateRawSync(part, {
      ...(before.length > 0 && { dictionary: before }),
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    });
    before = Buffer.concat([before, part, gap]);
    return blocks;
  });
  return { plain, deflated };
}

/** The text with `word`, as long as the template's mark, in each place: a gzip file, or plain. */
export function fillTemplate(
  { plain, deflated }: CompressedTemplate,
  word: string,
  { isGzip }: { isGzip: boolean },
): Buffer {
  const bytes = Buffer.from(word);
  const whole = between(plain, bytes);
  if (!isGzip) return Buffer.concat(whole);
  const crc = whole.reduce((sum, part) => crc32(part, sum), 0);
  const length = whole.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([GZIP_HEADER, ...between(deflated, storedBlock(bytes)), gzipTrailer(crc, length)]);
}

const between = (parts: readonly Buffer[], word: Buffer): Buffer[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [word, part]));

/** A block that is not compressed (RFC 1951, section 3.2.4), and not the last. */
function storedBlock(bytes: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([header, bytes]);
}
