import PDFDocument from 'pdfkit';
import { cutIntoRuns, type Weight } from './typeface.ts';

const MARGIN = 64;
const FOOTER_HEIGHT = 40;
const INK = '#1e2b2f';
const SOFT_INK = '#53636a';
const PRIMARY = '#0e5a5a';
const ACCENT = '#f2b441';

const BODY_SIZE = 11;
/** Of the design system's typeface, as a share of the size. Letters of the other one are set on the same line with it. */
const ASCENT = 0.95;

export type HeadingLevel = 1 | 2 | 3;
const HEADING_SIZE = { 1: 22, 2: 14, 3: 12.5 } as const;

export interface PdfSettings {
  title: string;
  /** Stands at the foot of each page, beside its number. */
  footer: string;
  productName: string;
  /** The file's own date. The same input with the same date gives the same bytes. */
  date: Date;
}

/** What a document is written with, from top to bottom. Each piece is tagged, so that assistive technology reads it. */
export interface PdfWriter {
  heading(level: HeadingLevel, text: string): void;
  paragraph(text: string, style?: 'normal' | 'soft'): void;
  list(items: readonly string[]): void;
  /** A label in bold and its value. */
  fact(label: string, value: string): void;
}

/** An A4 document as PDF/UA: tagged, with title and language, its typeface inside, and its pages numbered. */
export function makePdf(settings: PdfSettings, write: (writer: PdfWriter) => void): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    pdfVersion: '1.7',
    // The type declarations do not know this subset.
    subset: 'PDF/UA' as 'PDF/A-1a',
    tagged: true,
    lang: 'en-AU',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: settings.title,
      Author: settings.productName,
      Creator: settings.productName,
      CreationDate: settings.date,
    },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => done(Buffer.concat(chunks)));
    doc.on('error', fail);
  });
  writeMark(doc, settings.productName);
  const root = doc.struct('Document');
  doc.addStructure(root);
  write(createWriter(doc, root));
  root.end();
  numberPages(doc, settings.footer);
  doc.end();
  return finished;
}

function createWriter(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): PdfWriter {
  const left = MARGIN;
  const width = doc.page.width - 2 * MARGIN;
  /** Starts a new page, which begins in black, when fewer points than this are left. */
  const keepTogether = (height: number): void => {
    if (doc.y + height > doc.page.maxY()) doc.addPage();
  };
  const body = (): PDFKit.PDFDocument => doc.fontSize(BODY_SIZE).fillColor(INK);
  const text = (pieces: readonly Piece[], { x = left, size = BODY_SIZE } = {}): void =>
    setText(doc, pieces, { x, size, width: width - (x - left) });
  const add = (type: string, content: () => void): void => {
    root.add(doc.struct(type, {}, content));
  };

  return {
    heading(level, words) {
      const isTitle = level === 1;
      doc.moveDown(isTitle ? 0 : 0.6);
      // With at least two lines of what it heads.
      keepTogether(70);
      add(`H${level}`, () => {
        doc.fillColor(isTitle ? PRIMARY : INK);
        text([[words, 700]], { size: HEADING_SIZE[level] });
      });
      body().moveDown(isTitle ? 0.6 : 0.25);
    },
    paragraph(words, style = 'normal') {
      keepTogether(30);
      body().fillColor(style === 'soft' ? SOFT_INK : INK);
      add('P', () => text([[words, 400]]));
      body().moveDown(0.5);
    },
    list(items) {
      const list = doc.struct('L');
      root.add(list);
      for (const item of items) {
        keepTogether(30);
        body();
        const entry = doc.struct('LI');
        list.add(entry);
        const { y } = doc;
        entry.add(doc.struct('Lbl', {}, () => text([['•', 400]], { x: left + 4 })));
        doc.y = y;
        entry.add(doc.struct('LBody', {}, () => text([[item, 400]], { x: left + 18 })));
        entry.end();
        doc.moveDown(0.2);
      }
      list.end();
      doc.moveDown(0.4);
    },
    fact(label, value) {
      keepTogether(30);
      body();
      add('P', () =>
        text([
          [`${label}: `, 700],
          [value, 400],
        ]),
      );
      doc.moveDown(0.2);
    },
  };
}

type Piece = readonly [words: string, weight: Weight];

interface Setting extends PDFKit.Mixins.TextOptions {
  x: number;
  size: number;
  width: number;
}

/** Sets pieces of text one after the other, from where `doc` is, each in as many fonts as its letters need. */
function setText(doc: PDFKit.PDFDocument, pieces: readonly Piece[], { x, size, ...settings }: Setting): void {
  const runs = pieces.flatMap(([words, weight]) => cutIntoRuns(words, weight));
  runs.forEach(({ file, text }, index) => {
    doc.registerFont(file.id, file.data).font(file.id).fontSize(size);
    const continued = index < runs.length - 1;
    const options = { lineGap: 3.5, baseline: -ASCENT * size, ...settings, continued };
    if (index === 0) doc.text(text, x, doc.y, options);
    else doc.text(text, options);
  });
}

/** The staircase and the product's name, as on the screens. Decoration to assistive technology. */
function writeMark(doc: PDFKit.PDFDocument, productName: string): void {
  const { x, y } = doc;
  doc.markContent('Artifact', { type: 'Layout' });
  doc.roundedRect(x, y, 24, 24, 6.5).fill(PRIMARY);
  doc
    .save()
    .translate(x, y)
    .scale(0.75)
    .path('M6 9h7v6h7v6h6')
    .lineWidth(3.4)
    .lineCap('round')
    .lineJoin('round')
    .stroke(ACCENT)
    .restore();
  doc.fillColor(INK);
  doc.y = y + 4;
  setText(doc, [[productName, 700]], { x: x + 33, size: 14, width: doc.page.width - 2 * MARGIN - 33 });
  doc.endMarkedContent();
  doc.x = x;
  doc.y = y + 48;
}

function numberPages(doc: PDFKit.PDFDocument, footer: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    const bottom = doc.page.height - MARGIN;
    const width = doc.page.width - 2 * MARGIN;
    // Without this the footer, which lies in the margin, would begin a page of its own.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    doc.fillColor(SOFT_INK);
    const setting = { x: MARGIN, size: 9, lineBreak: false };
    doc.y = bottom;
    setText(doc, [[footer, 400]], { ...setting, width: width - 80, ellipsis: true });
    doc.y = bottom;
    setText(doc, [[`Page ${index + 1} of ${count}`, 400]], { ...setting, width, align: 'right' });
    doc.endMarkedContent();
  }
}
