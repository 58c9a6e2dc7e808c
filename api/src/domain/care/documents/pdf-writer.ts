import { type HeadingLevel, INK, type PdfStyle, PRIMARY, SOFT_INK } from './pdf-style.ts';
import { cutIntoRuns, type Weight } from './typeface.ts';

/** Of the design system's typeface, as a share of the size. Letters of the other one are set on the same line with it. */
const ASCENT = 0.95;
const COLUMN_GAP = 20;
const RULE = '#e3ddd2';
/** Two lines of handwriting, and what more than a few lines are not needed for (pt). */
const LOWEST_FRAME = 45;
const HIGHEST_FRAME = 170;

/** What a document is written with, from top to bottom. Each piece is tagged, so that assistive technology reads it. */
export interface PdfWriter {
  heading(level: HeadingLevel, text: string): void;
  paragraph(text: string, style?: 'normal' | 'soft'): void;
  list(items: readonly string[]): void;
  /** A label in bold and its value. */
  fact(label: string, value: string): void;
  /** The first cell of each row is its header. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): void;
  /** `draw` gets the upper left corner and the width, and returns the height it took. `words` say what it shows. */
  picture(words: string, draw: (doc: PDFKit.PDFDocument, frame: Frame) => number): void;
  /** A heading and an empty frame below it to write in, in what is left of the page; nothing where that is little. */
  frame(heading: string): void;
  /** Two parts beside each other. */
  columns(first: () => void, second: () => void): void;
}

interface Frame {
  x: number;
  y: number;
  width: number;
}

export function createWriter(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  { margin, body: bodySize, lineGap, headings }: PdfStyle,
): PdfWriter {
  const whole = { left: margin, width: doc.page.width - 2 * margin };
  let column = whole;
  /** Starts a new page, which begins in black, when fewer points than this are left. */
  const keepTogether = (height: number): void => {
    if (doc.y + height > doc.page.maxY()) doc.addPage();
  };
  const body = (): PDFKit.PDFDocument => doc.fontSize(bodySize).fillColor(INK);
  const text = (pieces: readonly Piece[], { x = column.left, size = bodySize } = {}): void =>
    setText(doc, pieces, { x, size, lineGap, width: column.width - (x - column.left) });
  const add = (type: string, content: () => void): void => {
    root.add(doc.struct(type, {}, content));
  };

  return {
    heading(level, words) {
      const isTitle = level === 1;
      doc.moveDown(isTitle ? 0 : 0.6);
      // With at least two lines of what it heads.
      keepTogether(6.4 * bodySize);
      add(`H${level}`, () => {
        doc.fillColor(isTitle ? PRIMARY : INK);
        text([[words, 700]], { size: headings[level] });
      });
      body().moveDown(isTitle ? 0.6 : 0.25);
    },
    paragraph(words, style = 'normal') {
      keepTogether(2.7 * bodySize);
      body().fillColor(style === 'soft' ? SOFT_INK : INK);
      add('P', () => text([[words, 400]]));
      body().moveDown(0.5);
    },
    list(items) {
      const list = doc.struct('L');
      root.add(list);
      for (const item of items) {
        keepTogether(2.7 * bodySize);
        body();
        const entry = doc.struct('LI');
        list.add(entry);
        const { y } = doc;
        entry.add(doc.struct('Lbl', {}, () => text([['•', 400]], { x: column.left + 4 })));
        doc.y = y;
        entry.add(doc.struct('LBody', {}, () => text([[item, 400]], { x: column.left + 18 })));
        entry.end();
        doc.moveDown(0.2);
      }
      list.end();
      doc.moveDown(0.4);
    },
    fact(label, value) {
      keepTogether(2.7 * bodySize);
      body();
      add('P', () =>
        text([
          [`${label}: `, 700],
          [value, 400],
        ]),
      );
      doc.moveDown(0.2);
    },
    table(head, rows) {
      const { left, width } = column;
      const table = doc.struct('Table');
      root.add(table);
      // As wide as the longest text of a column needs, in proportion.
      const letters = head.map(
        (_, index) => Math.max(...[head, ...rows].map((cells) => cells[index]?.length ?? 0)) + 2,
      );
      const share = width / letters.reduce((sum, count) => sum + count, 0);
      const height = bodySize * 1.2 + lineGap;
      [head, ...rows].forEach((cells, line) => {
        keepTogether(height);
        const { y } = doc;
        const row = doc.struct('TR');
        table.add(row);
        let x = left;
        cells.forEach((cell, index) => {
          const cellWidth = (letters[index] ?? 0) * share;
          const cellLeft = x;
          x += cellWidth;
          const isHead = line === 0 || index === 0;
          const write = () => {
            doc.y = y;
            setText(doc, [[cell, isHead ? 700 : 400]], {
              x: cellLeft,
              size: bodySize,
              lineGap,
              width: cellWidth,
              lineBreak: false,
            });
          };
          body();
          row.add(doc.struct(isHead ? 'TH' : 'TD', {}, write));
        });
        row.end();
        doc.markContent('Artifact', { type: 'Layout' });
        doc
          .moveTo(left, y + height - 1.5)
          .lineTo(left + width, y + height - 1.5)
          .lineWidth(0.5)
          .stroke(RULE);
        doc.endMarkedContent();
        doc.x = left;
        doc.y = y + height;
      });
      table.end();
      body().moveDown(0.3);
    },
    picture(words, draw) {
      const { left: x, width } = column;
      const { y } = doc;
      let height = 0;
      root.add(
        doc.struct('Figure', { alt: words }, () => {
          height = draw(doc, { x, y, width });
        }),
      );
      doc.x = x;
      doc.y = y + height;
    },
    frame(words) {
      const top = doc.y + headings[2] + 2 * bodySize;
      const height = Math.min(doc.page.maxY() - top, HIGHEST_FRAME);
      if (height < LOWEST_FRAME) return;
      this.heading(2, words);
      doc.markContent('Artifact', { type: 'Layout' });
      doc.rect(whole.left, top, whole.width, height).lineWidth(0.75).stroke(SOFT_INK);
      doc.endMarkedContent();
      doc.y = top + height;
    },
    columns(first, second) {
      const { y } = doc;
      const width = (whole.width - COLUMN_GAP) / 2;
      column = { left: whole.left, width };
      first();
      const bottom = doc.y;
      doc.y = y;
      column = { left: whole.left + width + COLUMN_GAP, width };
      second();
      column = whole;
      doc.x = whole.left;
      doc.y = Math.max(bottom, doc.y);
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
export function setText(
  doc: PDFKit.PDFDocument,
  pieces: readonly Piece[],
  { x, size, ...settings }: Setting,
): void {
  const runs = pieces.flatMap(([words, weight]) => cutIntoRuns(words, weight));
  runs.forEach(({ file, text }, index) => {
    doc.registerFont(file.id, file.data).font(file.id).fontSize(size);
    const continued = index < runs.length - 1;
    const options = { lineGap: 3.5, baseline: -ASCENT * size, ...settings, continued };
    if (index === 0) doc.text(text, x, doc.y, options);
    else doc.text(text, options);
  });
}
