import { type Html, html } from './html.ts';

/** After the signs of an email address, and every twenty letters of a part that goes on without one. */
const PLACES = /(?<=[@.])(?=\w)|(?<=(?<![^\s@.])(?:[^\s@.]{20})+)(?=[^\s@.])/;

/** A text whose long words may go on on the next line. CSS would break the short words of other columns for them. */
export const softWrap = (text: string): Html =>
  html`${text.split(PLACES).map((part, index) => (index > 0 ? html`<wbr>${part}` : part))}`;
