import type { Content } from '../../domain/core/content/load-content.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { stack } from '../page/participant-section.ts';

/** The analysis as the content declares it; the audit log has its fingerprint with the day it was loaded first. */
export function declaredAnalysis({ analysis, versions }: Content): Html {
  const { outcome, intercurrentEvents } = analysis;
  return stack(
    'declared-analysis',
    'The declared analysis',
    html`<p>Version ${analysis.version}, fingerprint (SHA-256) <span class="pages-hash">${versions.analysis}</span>. The audit log says since when.</p>
${table(
  'What is analysed, and how',
  ['Part', 'Declared'],
  [
    ['Population', analysis.population],
    ['Primary outcome', `${outcome.text}, at ${outcome.months} months`],
    ['Estimand', analysis.estimand],
    ...intercurrentEvents.map(({ event, strategy, text }) => [
      event,
      `${strategy.replaceAll('-', ' ')}: ${text}`,
    ]),
    ['Missing data', analysis.missingData],
    ['Primary model', analysis.primaryModel],
  ],
)}`,
  );
}
