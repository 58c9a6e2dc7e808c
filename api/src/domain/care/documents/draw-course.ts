import type { CourseLayout } from '@stepwise/shared-contracts/course/course-layout';
import { ACCENT, INK, PRIMARY, SOFT_INK } from './pdf-style.ts';
import { setText } from './pdf-writer.ts';

const LINE = '#e3ddd2';
const FRAME = '#f4efe6';
const EDGE = '#a8730f';
const WARN = '#b8382b';
const NEUTRAL = '#788489';
const LETTER_SIZE = 13;
/** Of a text's letters above its baseline, as a share of their size. */
const ASCENT = 0.95;

/** Draws a course as the screens do, at (x, y) and as wide as `width` pt. Returns its height. */
export function drawCourse(
  doc: PDFKit.PDFDocument,
  layout: CourseLayout,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const scale = width / layout.width;
  doc.save().translate(x, y).scale(scale);
  const stroke = (path: string, colour: string, lineWidth: number): void => {
    if (path) doc.path(path).lineWidth(lineWidth).stroke(colour);
  };
  const fill = (path: string, colour: string): void => {
    if (path) doc.path(path).fill(colour);
  };
  stroke(layout.guides, LINE, 1);
  for (const { frames, bars, edges } of layout.rows) {
    fill(frames, FRAME);
    fill(bars, ACCENT);
    stroke(edges, EDGE, 1.5);
  }
  fill(layout.warnings, WARN);
  doc.dash(1, { space: 5 }).lineCap('round');
  stroke(layout.planned, PRIMARY, 2.5);
  doc.undash().lineCap('butt');
  stroke(layout.assumed, NEUTRAL, 2.5);
  stroke(layout.taken, PRIMARY, 3.5);
  stroke(layout.today, INK, 1.5);

  const label = (text: string, at: { x: number; y: number }, colour: string, weight: 400 | 700): void => {
    doc.fillColor(colour);
    doc.y = at.y - ASCENT * LETTER_SIZE;
    setText(doc, [[text, weight]], { x: at.x, size: LETTER_SIZE, width: layout.width, lineBreak: false });
  };
  for (const { name } of layout.rows) label(name.text, name, INK, 700);
  label(layout.warningName.text, layout.warningName, INK, 700);
  for (const dose of layout.doses) label(dose.text, dose, PRIMARY, 700);
  for (const date of layout.dates)
    label(date.text, date, SOFT_INK, date.text.startsWith('Today') ? 700 : 400);
  doc.restore();
  return layout.height * scale;
}
