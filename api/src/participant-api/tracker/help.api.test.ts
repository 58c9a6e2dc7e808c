import { beforeEach, describe, expect, test } from '@jest/globals';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { collectStatements } from '../../testing/collect-statements.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const QUEUE = '/admin/warning-signs';
const EVENING = '2026-11-20T12:50:00.000Z';
const MORNING = '2026-11-20T22:40:00.000Z';
const NOON = '2026-11-21T01:00:00.000Z';

const api = await createTestApi();

beforeEach(() => api.clock.set(EVENING));

async function participantWithHelp() {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { symptoms } = (await visitor.send(allData, undefined)).body;
  const selfHarm = symptoms.find((symptom) => symptom.selfHarm);
  const warning = symptoms.find((symptom) => symptom.redflag && !symptom.selfHarm);
  if (!selfHarm || !warning) throw new Error('The demonstration content lacks a kind of symptom.');
  const record = (chosen: { id: number }[], changes: { recordedAt?: string } = {}) =>
    visitor.send(saveRecord, {
      ...{ sleep: true, mood: chosen.length === 0, active: true, activities: [] },
      symptoms: chosen.map(({ id }) => id),
      ...changes,
    });
  const help = async () => (await visitor.send(allData, undefined)).body.help;
  const [pathOfSign, close] = [
    async () => {
      const [{ id }] = await api.query(
        'select id from warning_sign where participant_id = $1 order by newest_at desc',
        [visitor.participant.id],
      );
      return `${QUEUE}/${id}`;
    },
    async (action = 'reached-participant') => {
      const browser = await logInStaff(api);
      const { text } = await browser.open(await pathOfSign());
      const newestAt = /name="newestAt" value="([^"]+)"/.exec(text)?.[1] ?? '';
      const { status } = await browser.submit(await pathOfSign(), { action, note: 'Called.', newestAt });
      expect(status).toBe(303);
    },
  ];
  /** Moves the clock, beyond the end of the session. */
  const moveTo = async (instant: string) => {
    api.clock.set(instant);
    await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  };
  const look = async () => (await logInStaff(api)).open(await pathOfSign());
  return { visitor, selfHarm, warning, record, help, close, look, moveTo };
}

describe('documents while help is on', () => {
  const textOf = async (response: Response): Promise<string> =>
    readPdf(Buffer.from(await response.arrayBuffer()))
      .pieces.map(({ text }) => text)
      .join('')
      .replace(/\s/g, '');

  test('announce no step, and say to talk first; once it is off they do', async () => {
    const { visitor, record, selfHarm, close, moveTo } = await participantWithHelp();
    const open = (name: string) =>
      fetch(`${api.origin}/documents/${name}`, { headers: { cookie: visitor.cookies.header() ?? '' } });
    const read = async () => ({
      calendar: await (await open('my-calendar.ics')).text(),
      information: await textOf(await open('my-information.pdf')),
      course: await textOf(await open('my-course.pdf')),
    });
    const eventsIn = ({ calendar }: { calendar: string }) => calendar.split('BEGIN:VEVENT').length - 1;
    const before = await read();
    await record([selfHarm]);
    const held = await read();
    const { body } = await visitor.send(allData, undefined);
    const ahead = body.prescriptions.filter(({ current }) => !current).length;
    expect(ahead).toBeGreaterThan(0);
    expect(eventsIn(before) - eventsIn(held)).toBe(ahead);
    for (const document of [held.information, held.course]) {
      expect(document).toContain('Changenothingaboutyourmedicineonyourown');
      expect(document).not.toContain('50mg');
    }
    await close();
    await moveTo('2026-11-24T00:00:00.000Z');
    const after = await read();
    expect(eventsIn(after)).toBe(eventsIn(before));
    for (const document of [after.information, after.course]) {
      expect(document).not.toContain('Changenothing');
      expect(document).toContain('50mg');
    }
  });
});

describe('the help in all-data', () => {
  test('is the hours of the content, and nothing more before a record of self-harm', async () => {
    const { record, warning, help } = await participantWithHelp();
    await record([warning]);
    expect(await help()).toEqual({ ...api.content.safety.help, selfHarm: null });
  });

  test('has the last record of self-harm, also once a good one has replaced it', async () => {
    const { record, selfHarm, help } = await participantWithHelp();
    await record([selfHarm]);
    const recorded = { at: EVENING, isOpen: true, readAt: null };
    expect((await help())?.selfHarm).toEqual(recorded);
    api.clock.advance(60_000);
    await record([]);
    expect((await help())?.selfHarm).toEqual(recorded);
    expect(
      (await api.logIn().then((other) => other.send(allData, undefined))).body.help?.selfHarm,
    ).toBeNull();
  });

  test('says when the team first read it, and whether a sign is open', async () => {
    const { record, selfHarm, help, close, look, moveTo } = await participantWithHelp();
    await record([selfHarm]);
    await moveTo(MORNING);
    await look();
    expect((await help())?.selfHarm).toEqual({ at: EVENING, isOpen: true, readAt: MORNING });
    await moveTo(NOON);
    await close();
    expect((await help())?.selfHarm).toEqual({ at: EVENING, isOpen: false, readAt: MORNING });
    await close('not-reached');
    expect((await help())?.selfHarm?.isOpen).toBe(true);
  });

  test('counts a second record of the same day, with the same answers, after the sign was closed', async () => {
    api.clock.set('2026-11-20T00:00:00.000Z');
    const { record, selfHarm, help, close, moveTo } = await participantWithHelp();
    await record([selfHarm]);
    await close();
    await moveTo('2026-11-20T02:00:00.000Z');
    await record([selfHarm]);
    const again = { at: '2026-11-20T02:00:00.000Z', isOpen: true, readAt: null };
    expect((await help())?.selfHarm).toEqual(again);
    await record([selfHarm], { recordedAt: again.at });
    expect((await help())?.selfHarm).toEqual(again);
  });

  test('counts a second record of the same day as not read yet, though the team read the first', async () => {
    api.clock.set('2026-11-20T00:00:00.000Z');
    const { record, selfHarm, help, look, moveTo } = await participantWithHelp();
    await record([selfHarm]);
    await look();
    const again = '2026-11-20T02:00:00.000Z';
    await moveTo(again);
    await record([selfHarm]);
    expect((await help())?.selfHarm).toEqual({ at: again, isOpen: true, readAt: null });
    await look();
    expect((await help())?.selfHarm?.readAt).toBe(again);
  });

  test('a later warning sign of the day neither unmarks the self-harm nor moves its instant', async () => {
    const { record, selfHarm, warning, help } = await participantWithHelp();
    await record([selfHarm]);
    api.clock.advance(60_000);
    await record([warning]);
    expect((await help())?.selfHarm).toEqual({ at: EVENING, isOpen: true, readAt: null });
  });

  test('is of any sign that is open, an earlier one as well', async () => {
    const { record, selfHarm, help, close, moveTo } = await participantWithHelp();
    await record([selfHarm]);
    await moveTo('2026-11-21T20:00:00.000Z');
    await record([selfHarm]);
    await close();
    expect((await help())?.selfHarm).toMatchObject({ at: '2026-11-21T20:00:00.000Z', isOpen: true });
  });

  test('is of no sign that is open without self-harm', async () => {
    const { record, selfHarm, warning, help, close, moveTo } = await participantWithHelp();
    await record([selfHarm]);
    await close();
    await moveTo('2026-11-21T20:00:00.000Z');
    await record([warning]);
    expect((await help())?.selfHarm).toMatchObject({ at: EVENING, isOpen: false });
  });

  test('is as read only once the last record of self-harm was, whatever was read of an earlier day', async () => {
    const { record, selfHarm, help, look, moveTo } = await participantWithHelp();
    await record([selfHarm]);
    await moveTo(MORNING);
    await look();
    await moveTo('2026-11-21T20:00:00.000Z');
    await record([selfHarm]);
    expect((await help())?.selfHarm).toEqual({ at: '2026-11-21T20:00:00.000Z', isOpen: true, readAt: null });
  });

  test('costs all-data no statement: session, participant, all that is shown', async () => {
    const { visitor } = await participantWithHelp();
    await visitor.send(allData, undefined);
    const statements = collectStatements();
    await visitor.send(allData, undefined);
    const made = statements.made();
    statements.stop();
    expect(made).toHaveLength(3);
    expect(made.filter((each) => each.includes('warning_sign'))).toHaveLength(1);
  });
});
