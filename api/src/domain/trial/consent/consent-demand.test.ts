import { expect, test } from '@jest/globals';
import type { Content } from '../../core/content/load-content.ts';
import { consentDemand } from './consent-demand.ts';

const NOW = new Date('2026-03-10T01:00:00Z');
const OLD = { consentAgree: true, agreedTo: 'old', isInformed: false };
const contentOf = (reconsent?: object) =>
  ({
    consent: { version: '2', reconsent },
    versions: { consent: 'new' },
    product: { timeZone: 'Australia/Melbourne' },
  }) as unknown as Content;
const REQUIRED = { demand: 'required', from: '2026-03-10', changed: ['A new risk.'], recording: 'stops' };
const INFORM = { demand: 'inform', from: '2026-03-10', changed: ['A new address.'] };

test.each([
  ['asks again from its day on', REQUIRED, OLD, { demand: 'required', stopsRecording: true }],
  ['asks without stopping', { ...REQUIRED, recording: 'goes-on' }, OLD, { stopsRecording: false }],
  ['informs', INFORM, OLD, { demand: 'inform', version: '2', hash: 'new', stopsRecording: false }],
  ['asks those whose text is not known', REQUIRED, { ...OLD, agreedTo: null }, { demand: 'required' }],
  ['asks in spite of having read it', REQUIRED, { ...OLD, isInformed: true }, { demand: 'required' }],
])('a new version %s', (_, reconsent, given, expected) => {
  expect(consentDemand(contentOf(reconsent), given, NOW)).toMatchObject(expected);
});

test.each([
  ['before its day', { ...REQUIRED, from: '2026-03-11' }, OLD],
  ['without a demand', undefined, OLD],
  ['of those who agreed to it', REQUIRED, { ...OLD, agreedTo: 'new' }],
  ['of those who do not take part', REQUIRED, { ...OLD, consentAgree: false }],
  ['of those who were informed', INFORM, { ...OLD, isInformed: true }],
])('nothing is asked %s', (_, reconsent, given) => {
  expect(consentDemand(contentOf(reconsent), given, NOW)).toBeUndefined();
});
