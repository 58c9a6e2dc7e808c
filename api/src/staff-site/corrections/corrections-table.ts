import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { Correction, VALUE_KINDS } from '../../domain/trial/corrections/correction.entities.ts';
import {
  findFieldWords,
  findValues,
  takesOf,
  valueInWords,
} from '../../domain/trial/corrections/find-values.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { itemWords } from '../page/item-words.ts';
import { dataQueryPath } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import { findTeamTexts } from '../page/team-texts.ts';

/**
 * The corrections of a participant that the viewer may see, the newest first: all, or those that one data query asked for.
 * Null where there is none.
 */
export async function correctionsTable(
  request: StaffRequest,
  participant: string,
  query?: string,
): Promise<Html | null> {
  const { op, viewer } = request;
  const all = await op.db.find(
    Correction,
    {
      participant,
      ...(query !== undefined && { query }),
      ...(!viewer.arms && { kind: ['follow-up', 'baseline'] as const }),
    },
    { orderBy: { at: 'desc', id: 'desc' } },
  );
  if (all.length === 0) return null;
  const names = await findStaffNames(
    op.db,
    all.map(({ staff }) => staff),
  );
  const teamText = await findTeamTexts(request, [participant]);
  const values = await findValues(op, participant, { arms: viewer.arms });
  const fieldWords = await findFieldWords(op, participant, itemWords(request));
  return stack(
    'corrections',
    'Corrections',
    table(
      'Corrections',
      ['When', 'Who', 'What', 'Was', 'Is', 'Why', 'Source', ...(query === undefined ? ['Data query'] : [])],
      all.map((each) => {
        const known = values.find(
          ({ kind, target, field }) => kind === each.kind && target === each.target && field === each.field,
        );
        const takes = known?.takes ?? takesOf(each);
        return [
          formatDatetime(op.content.product.timeZone, each.at),
          names(each.staff),
          known && each.kind !== 'dose-report'
            ? known.label
            : `${VALUE_KINDS[each.kind]}, ${each.kind === 'record' ? `${fieldWords(each.field)} on ${valueInWords('day', each.target)}` : each.field}`,
          valueInWords(takes, each.oldValue),
          valueInWords(takes, each.newValue),
          teamText(participant, each.reason) || 'Erased',
          teamText(participant, each.source) || 'Erased',
          ...(query === undefined
            ? [each.query ? html`<a class="pages-link" href="${dataQueryPath(each.query)}">Open</a>` : 'None']
            : []),
        ];
      }),
    ),
  );
}
