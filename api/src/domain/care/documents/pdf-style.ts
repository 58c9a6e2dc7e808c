export const INK = '#1e2b2f';
export const SOFT_INK = '#53636a';
export const PRIMARY = '#0e5a5a';
export const ACCENT = '#f2b441';

export type HeadingLevel = 1 | 2 | 3;

/** Sizes in pt. */
export interface PdfStyle {
  margin: number;
  /** Above the margin, for the number of the page. */
  footer: number;
  body: number;
  lineGap: number;
  headings: Record<HeadingLevel, number>;
  /** The product's mark: with its name above the text, or alone in the upper right corner. */
  mark: 'heading' | 'corner';
}

/** For texts to read. */
export const READING: PdfStyle = {
  margin: 64,
  footer: 40,
  body: 11,
  lineGap: 3.5,
  headings: { 1: 22, 2: 14, 3: 12.5 },
  mark: 'heading',
};

/** For much on one page. */
export const SHEET: PdfStyle = {
  margin: 32,
  footer: 16,
  body: 8.25,
  lineGap: 1.25,
  headings: { 1: 15, 2: 10, 3: 9 },
  mark: 'corner',
};
