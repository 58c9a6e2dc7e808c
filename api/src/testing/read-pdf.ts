import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  pages: number;
  /** The text of each tagged piece or artifact in drawing order; `tag` is null for text that nothing tags. */
  pieces: { tag: string | null; text: string }[];
  /** How many structure elements there are of a type. */
  count(type: string): number;
  /** The file's own words outside its streams, for looking up entries such as `/Lang (en-AU)`. */
  source: string;
}

/** Reads a PDF as pdfkit writes it. Spaces between lines are left out: compare texts without spaces. */
export function readPdf(pdf: Buffer): ReadPdf {
  const objects = new Map<string, { source: string; stream: string }>();
  for (const [, id = '', content = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [source = '', packed] = content.split(/stream\n/);
    const bytes = packed && Buffer.from(packed.replace(/\nend$/, ''), 'latin1');
    objects.set(id, { source, stream: bytes ? inflateOrKeep(bytes, source).toString('latin1') : '' });
  }
  const follow = (source: string, name: string) =>
    objects.get(source.match(new RegExp(`/${name} (\\d+) 0 R`))?.[1] ?? '') ?? { source: '', stream: '' };

  const pages = [...objects.values()].filter(({ source }) => source.includes('/Type /Page\n'));
  const pieces = pages.flatMap(({ source }) => {
    const fonts = new Map<string, Map<string, string>>();
    for (const [, name = '', id = ''] of follow(source, 'Resources').source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      fonts.set(name, readCharacters(follow(objects.get(id)?.source ?? '', 'ToUnicode').stream));
    }
    return readPieces(follow(source, 'Contents').stream, fonts);
  });
  const source = [...objects.values()].map((object) => object.source).join('\n');
  return {
    pages: pages.length,
    pieces,
    source,
    count: (type) => source.split(`/S /${type}\n`).length - 1,
  };
}

const inflateOrKeep = (bytes: Buffer, source: string): Buffer =>
  source.includes('/FlateDecode') ? inflateSync(bytes) : bytes;

/** Glyph to text, from the ranges of a ToUnicode map; both as 4 hex digits a unit. */
function readCharacters(map: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = '', targets = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    [...targets.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      characters.set(glyph, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    });
  }
  return characters;
}

function readPieces(stream: string, fonts: Map<string, Map<string, string>>): ReadPdf['pieces'] {
  const pieces: ReadPdf['pieces'] = [];
  let characters: Map<string, string> | undefined;
  let isTagged = false;
  const steps = /\/(?<tag>\w+) <<[^>]*>> BDC|(?<end>EMC)|\/(?<font>F\d+) [\d.]+ Tf|\[(?<shown>[^\]]*)\] TJ/g;
  for (const { groups: { tag, end, font, shown } = {} } of stream.matchAll(steps)) {
    if (tag) pieces.push({ tag, text: '' });
    if (tag || end) isTagged = Boolean(tag);
    if (font) characters = fonts.get(font);
    if (shown === undefined) continue;
    if (!isTagged) pieces.push({ tag: null, text: '' });
    const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const piece = pieces.at(-1);
    if (piece) piece.text += glyphs.map((glyph) => characters?.get(glyph) ?? '\ufffd').join('');
  }
  return pieces;
}
