import PDFDocument from 'pdfkit';
import { ACCENT, INK, type PdfStyle, PRIMARY, READING, SOFT_INK } from './pdf-style.ts';
import { createWriter, type PdfWriter, setText } from './pdf-writer.ts';

export interface PdfSettings {
  title: string;
  /** Stands at the foot of each page, beside its number. */
  footer: string;
  productName: string;
  /** The file's own date. The same input with the same date gives the same bytes. */
  date: Date;
}

/** An A4 document as PDF/UA: tagged, with title and language, its typeface inside, and its pages numbered. */
export function makePdf(
  settings: PdfSettings,
  write: (writer: PdfWriter) => void,
  style: PdfStyle = READING,
): Promise<Buffer> {
  const { margin, footer } = style;
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footer },
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
  if (style.mark === 'corner') drawMark(doc, doc.page.width - margin - MARK_SIZE, doc.y);
  else writeMark(doc, settings.productName);
  const root = doc.struct('Document');
  doc.addStructure(root);
  write(createWriter(doc, root, style));
  root.end();
  numberPages(doc, settings.footer, margin);
  doc.end();
  return finished;
}

const MARK_SIZE = 24;

/** The staircase and the product's name, as on the screens. Decoration to assistive technology. */
function writeMark(doc: PDFKit.PDFDocument, productName: string): void {
  const { x, y } = doc;
  drawMark(doc, x, y);
  doc.markContent('Artifact', { type: 'Layout' });
  doc.fillColor(INK);
  doc.y = y + 4;
  setText(doc, [[productName, 700]], { x: x + 33, size: 14, width: doc.page.width - 2 * x - 33 });
  doc.endMarkedContent();
  doc.x = x;
  doc.y = y + 48;
}

function drawMark(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.roundedRect(x, y, MARK_SIZE, MARK_SIZE, 6.5).fill(PRIMARY);
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
  doc.endMarkedContent();
}

function numberPages(doc: PDFKit.PDFDocument, footer: string, margin: number): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    const bottom = doc.page.height - margin;
    const width = doc.page.width - 2 * margin;
    // Without this the footer, which lies in the margin, would begin a page of its own.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    doc.fillColor(SOFT_INK);
    const setting = { x: margin, size: 9, lineBreak: false };
    doc.y = bottom;
    setText(doc, [[footer, 400]], { ...setting, width: width - 80, ellipsis: true });
    doc.y = bottom;
    setText(doc, [[`Page ${index + 1} of ${count}`, 400]], { ...setting, width, align: 'right' });
    doc.endMarkedContent();
  }
}
