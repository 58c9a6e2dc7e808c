import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { readWoff } from './read-woff.ts';

const MARGIN = 64;
const FOOTER_HEIGHT = 40;
const INK = '#1e2b2f';
const SOFT_INK = '#53636a';
const PRIMARY = '#0e5a5a';
const ACCENT = '#f2b441';

const { resolve } = createRequire(import.meta.url);
// The .woff2 files would be smaller, but pdfkit's subsetter breaks on their composite letters.
const fontFile = (weight: 400 | 700): Buffer =>
  readWoff(resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`));
const REGULAR = fontFile(400);
const BOLD = fontFile(700);

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
  doc.registerFont('regular', REGULAR);
  doc.registerFont('bold', BOLD);
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
  const body = (): PDFKit.PDFDocument => doc.font('regular').fontSize(11).fillColor(INK);
  const text = (words: string, x = left): void => {
    doc.text(words, x, doc.y, { width: width - (x - left), lineGap: 3.5 });
  };
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
        doc
          .font('bold')
          .fontSize(HEADING_SIZE[level])
          .fillColor(isTitle ? PRIMARY : INK);
        text(words);
      });
      body().moveDown(isTitle ? 0.6 : 0.25);
    },
    paragraph(words, style = 'normal') {
      keepTogether(30);
      body().fillColor(style === 'soft' ? SOFT_INK : INK);
      add('P', () => text(words));
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
        entry.add(doc.struct('Lbl', {}, () => text('•', left + 4)));
        doc.y = y;
        entry.add(doc.struct('LBody', {}, () => text(item, left + 18)));
        entry.end();
        doc.moveDown(0.2);
      }
      list.end();
      doc.moveDown(0.4);
    },
    fact(label, value) {
      keepTogether(30);
      body();
      add('P', () => {
        doc.font('bold').text(`${label}: `, left, doc.y, { width, lineGap: 3.5, continued: true });
        doc.font('regular').text(value, { lineGap: 3.5 });
      });
      doc.moveDown(0.2);
    },
  };
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
  doc
    .font('bold')
    .fontSize(14)
    .fillColor(INK)
    .text(productName, x + 33, y + 4);
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
    doc.font('regular').fontSize(9).fillColor(SOFT_INK);
    doc.text(footer, MARGIN, bottom, { width: width - 80, lineBreak: false, ellipsis: true });
    doc.text(`Page ${index + 1} of ${count}`, MARGIN, bottom, { width, align: 'right', lineBreak: false });
    doc.endMarkedContent();
  }
}
