import type { Group } from '../../domain/reports/trial-numbers/groups.ts';
import type { Arm } from '../../domain/trial/randomisation/permuted-blocks.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { TRIAL } from '../page/navigation.ts';

export const ARM_TEXT: Record<Arm, string> = { reduction: 'Reduction', 'usual-care': 'Usual care' };

export const groupPath = (group: Group, arm: Arm | null): string =>
  `${TRIAL}/${group}${arm ? `?arm=${arm}` : ''}`;

const number = new Intl.NumberFormat('en-AU');

/** A number of people that links to their list. */
export const groupLink = (group: Group, arm: Arm | null, people: number, text: string): Html =>
  html`<a class="pages-link" href="${groupPath(group, arm)}">${number.format(people)}<span class="visually-hidden">, ${text}${arm && `, ${ARM_TEXT[arm]}`}</span></a>`;
