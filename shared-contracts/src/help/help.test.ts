import { describe, expect, test } from '@jest/globals';
import { buildHelp } from '@stepwise/tooling/testing/entity-builders';
import type { HelpData } from '../entities/help.ts';
import { helpOf, selfHarmInDraft } from './help.ts';

const AT = '2026-11-20T12:50:00.000Z';
const LATER = '2026-11-20T13:00:00.000Z';
const LAST_MOMENT = '2026-11-23T12:49:59.999Z';
const END = '2026-11-23T12:50:00.000Z';

const data = (selfHarm: Partial<HelpData['selfHarm']> = {}): HelpData =>
  buildHelp({ selfHarm: { at: AT, isOpen: true, readAt: null, ...selfHarm } });
const NONE = buildHelp();
const closed = data({ isOpen: false });

/** What the server has is shown, and nothing is unsent. */
const saved = (help: HelpData | undefined, draft: unknown = null) => ({ shown: help, saved: help, draft });
const draft = (tickedAt: string | null, carriedAt: string | null = null) => ({ tickedAt, carriedAt });

describe('helpOf', () => {
  test.each([
    ['no record of self-harm', saved(NONE), AT],
    ['a visitor, or a server that sends none', saved(undefined), AT],
    ['the hours passed and the sign closed', saved(closed), END],
    ['the hours of a tick passed', saved(NONE, draft(AT)), END],
    ['a draft without a tick', saved(NONE, draft(null)), AT],
    ['a draft of another release', saved(NONE, { tickedAt: 4 }), AT],
  ])('is off with %s', (_, sources, now) => {
    expect(helpOf(sources, new Date(now))).toBeNull();
  });

  test.each([
    ['a sign that is open', saved(data()), LATER],
    ['a sign that was closed before the hours passed', saved(closed), LAST_MOMENT],
    ['an open sign after the hours', saved(data()), '2027-11-20T00:00:00.000Z'],
  ])('is on with %s', (_, sources, now) => {
    expect(helpOf(sources, new Date(now))).toEqual({ source: 'saved', since: AT, readAt: null });
  });

  test('says when the team read the record', () => {
    expect(helpOf(saved(data({ readAt: LATER })), new Date(END))?.readAt).toBe(LATER);
  });

  test('is on for a record that was not sent yet', () => {
    const sources = { shown: data(), saved: NONE, draft: null };
    expect(helpOf(sources, new Date(AT))).toEqual({ source: 'unsent', since: AT, readAt: null });
  });

  test.each([
    ['ticked', draft(AT)],
    ['ticked and redone', draft(null, AT)],
    ['ticked again after it was redone', draft(AT, '2026-11-20T12:00:00.000Z')],
  ])('is on for a check-up that was %s, until the hours have passed', (_, begun) => {
    const on = { source: 'draft', since: AT, readAt: null };
    expect(helpOf(saved(NONE, begun), new Date(LAST_MOMENT))).toEqual(on);
    expect(helpOf(saved(undefined, begun), new Date(END))).toEqual(on);
  });

  test.each([
    ['a tick after the record', LATER, 'draft', LATER],
    ['a tick that the record took over', AT, 'saved', AT],
  ])('is of the last one, with %s', (_, ticked, source, since) => {
    expect(helpOf(saved(closed, draft(null, ticked)), new Date(LATER))).toMatchObject({ source, since });
  });

  test('is of the record again once the hours of a tick have passed', () => {
    const open = data({ at: '2026-11-19T12:00:00.000Z' });
    expect(helpOf(saved(open, draft(AT)), new Date(END))?.source).toBe('saved');
  });
});

test('a draft without self-harm has no instant of it', () => {
  expect([null, undefined, 'x', {}, draft(null)].map(selfHarmInDraft)).toEqual(Array(5).fill(null));
});
