import { constants, crc32, deflateRawSync } from 'node:zlib';
import { GZIP_HEADER, GZIP_TRAILER_BYTES, gzipTrailer } from './gzip.ts';

/** Text that is compressed once, and sent with another word in the same places each time. */
export interface CompressedTemplate {
  plain: Gapped;
  /** The same as a gzip file, whose checksum is still to be written. */
  gzip: Gapped;
  /** The checksum of the text with a word of zeros. */
  crc: number;
  /** By what each bit of a word changes it, whatever the other bits are: a CRC is linear. */
  crcOfBits: readonly number[];
}

/** Bytes with places for a word. */
interface Gapped {
  bytes: Buffer;
  /** Where each place begins. */
  places: readonly number[];
}

/** No byte of UTF-8, so that nothing that is compressed refers to where a word stands. */
const NO_TEXT = 0xff;

/** Compresses a text for words in place of each `mark`, of its length in bytes. */
export function compressTemplate(text: string, mark: string): CompressedTemplate {
  const parts = text.split(mark).map((part) => Buffer.from(part));
  const gap = Buffer.alloc(Buffer.byteLength(mark), NO_TEXT);
  let before = Buffer.alloc(0);
  const blocks = parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    const compressed = deflateRawSync(part, {
      ...(before.length > 0 && { dictionary: before }),
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    });
    before = Buffer.concat([before, part, gap]);
    return isLast ? compressed : Buffer.concat([compressed, storedHeader(gap.length)]);
  });
  const plain = withGaps(Buffer.alloc(0), parts, gap);
  const file = withGaps(GZIP_HEADER, blocks, gap);
  const crcWith = (word: Buffer): number => crc32(fill(plain, word));
  const crc = crcWith(Buffer.alloc(gap.length));
  return {
    plain,
    gzip: { ...file, bytes: Buffer.concat([file.bytes, gzipTrailer(crc, plain.bytes.length)]) },
    crc,
    crcOfBits: Array.from({ length: gap.length * 8 }, (_, bit) => crcWith(oneBit(gap.length, bit)) ^ crc),
  };
}

/** The text with `word`, as long as the template's mark, in each place: a gzip file, or plain. */
export function fillTemplate(
  { plain, gzip, crc, crcOfBits }: CompressedTemplate,
  word: string,
  { isGzip }: { isGzip: boolean },
): Buffer {
  const bytes = Buffer.from(word);
  if (!isGzip) return fill(plain, bytes);
  const changed = crcOfBits.reduce((sum, change, bit) => (hasBit(bytes, bit) ? sum ^ change : sum), crc);
  const file = fill(gzip, bytes);
  gzipTrailer(changed >>> 0, plain.bytes.length).copy(file, file.length - GZIP_TRAILER_BYTES);
  return file;
}

function withGaps(start: Buffer, parts: readonly Buffer[], gap: Buffer): Gapped {
  const places: number[] = [];
  const bytes = parts.reduce((before, part, index) => {
    if (index > 0) places.push(before.length);
    return Buffer.concat(index > 0 ? [before, gap, part] : [before, part]);
  }, start);
  return { bytes, places };
}

function fill({ bytes, places }: Gapped, word: Buffer): Buffer {
  const filled = Buffer.from(bytes);
  for (const place of places) word.copy(filled, place);
  return filled;
}

/** What stands before a block that is not compressed (RFC 1951, section 3.2.4), and not the last. */
function storedHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}

const hasBit = (word: Buffer, bit: number): boolean => (((word[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;

function oneBit(length: number, bit: number): Buffer {
  const word = Buffer.alloc(length);
  word[bit >> 3] = 1 << (bit & 7);
  return word;
}
