/** Markup that is safe to send. Made by `html`, and of files of this checkout. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, but for what `html` made itself. Lists are joined; null, undefined and false are nothing. */
export const html = (strings: TemplateStringsArray, ...values: Part[]): Html =>
  new Html(strings.reduce((markup, string, index) => markup + render(values[index - 1]) + string));

function render(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string);
}
