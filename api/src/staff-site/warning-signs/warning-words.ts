import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';

const SHOWN = 3;

/** The first of the symptoms, which a list of 20 rows has room for, and how many more there are. */
export function symptomsText({
  symptoms,
  selfHarm,
}: {
  symptoms: readonly string[];
  selfHarm: boolean;
}): Html {
  const named = symptoms.map((text) => text || 'In their own words');
  const more = named.length - SHOWN;
  const text = more > 0 ? `${named.slice(0, SHOWN).join(', ')} and ${more} more` : named.join(', ');
  return html`${selfHarm && html`<strong>Self-harm.</strong> `}${softWrap(text)}`;
}
