import { type Html, html } from '../../platform/html/html.ts';

interface Series {
  label: string;
  /** One for each place along the chart, from 0 up. */
  values: readonly number[];
  isDashed?: boolean;
}

const WIDTH = 600;
const HEIGHT = 160;

/**
 * Lines over time as a picture, with what it shows in words; its table stands beside it. The shape stretches to the page,
 * so that its words keep their size on a phone and on paper.
 */
export function lineChart({
  id,
  label,
  summary,
  from,
  to,
  series,
  top = Math.max(1, ...series.flatMap(({ values }) => values)),
  unit = '',
}: {
  id: string;
  label: string;
  /** What there is to see, in a sentence. */
  summary: string;
  /** What stands at the two ends of the chart. */
  from: string;
  to: string;
  series: readonly Series[];
  /** The value at the upper edge. */
  top?: number;
  unit?: string;
}): Html {
  const points = ({ values }: Series) =>
    values
      .map((value, index) => {
        const x = values.length > 1 ? (index / (values.length - 1)) * WIDTH : 0;
        return `${x.toFixed(1)},${(HEIGHT - (value / top) * HEIGHT).toFixed(1)}`;
      })
      .join(' ');
  return html`<figure class="pages-chart">
<figcaption><strong>${label}</strong> ${summary}</figcaption>
<p class="pages-chart-legend">${series.map(
    (each) =>
      html`<span><svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true"><path d="M0 4H28"${each.isDashed && html` stroke-dasharray="5 4"`}/></svg>${each.label}</span>`,
  )}</p>
<p class="soft">${top}${unit}</p>
<svg class="pages-chart-lines" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title">
<title id="${id}-title">${label} ${summary}</title>
${series.map(
  (each) =>
    html`<polyline points="${points(each)}"${each.isDashed && html` stroke-dasharray="5 4"`} vector-effect="non-scaling-stroke"/>`,
)}
</svg>
<p class="soft pages-chart-ends"><span>${from}</span><span>${to}</span></p>
</figure>`;
}
