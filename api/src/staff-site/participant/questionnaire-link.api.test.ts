import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const LIST = '/admin/participants';
const OWN = 'https://example.org/survey?code=abc';
const api = await createTestApi();

const eventsOf = (participantId: string) =>
  api.query(
    `select v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'questionnaire-link.changed' and e.subject = $1 order by e.id`,
    [participantId],
  );

async function setLink(participantId: string, link: string) {
  const browser = await logInStaff(api);
  await browser.open(`${LIST}/${participantId}`);
  return browser.submit(`${LIST}/${participantId}/questionnaire-link`, { link });
}

test('a link that is set is what the participant’s home page opens, until it is cleared', async () => {
  const visitor = await api.logIn({ stage: 'questionnaire' });
  const { id } = visitor.participant;
  const shown = async () => (await visitor.send(allData, undefined)).body.user.redcaplink;
  const general = await shown();
  expect(await setLink(id, ` ${OWN} `)).toMatchObject({
    status: 303,
    location: `${LIST}/${id}#questionnaire-link`,
  });
  expect(await shown()).toBe(OWN);
  const page = async () => (await (await logInStaff(api)).open(`${LIST}/${id}`)).text;
  const own = await page();
  expect(readPageForm(own, `${LIST}/${id}/questionnaire-link`)).toEqual({ link: [OWN] });
  expect(own).toContain('home page opens this link. It is their own.');
  // The same again is no change.
  await setLink(id, OWN);
  expect(await setLink(id, '')).toMatchObject({ status: 303 });
  expect(await shown()).toBe(general);
  expect(await page()).toContain(
    `They have none of their own, so it opens ${general.replace('&', '&amp;')}.`,
  );
  expect(await eventsOf(id)).toEqual([
    { before: { link: null }, after: { link: OWN } },
    { before: { link: OWN }, after: { link: null } },
  ]);
});

test.each([
  ['http', 'http://example.org/survey', 'begin with https://'],
  ['a script', 'javascript:alert(1)', 'begin with https://'],
  ['another host', 'https://example.com/survey', 'has to be on example.org'],
  ['a host that only ends alike', 'https://not-example.org/', 'has to be on example.org'],
  ['a host that only begins alike', 'https://example.org.evil.example/', 'has to be on example.org'],
  ['another port', 'https://example.org:8443/', 'has to be on example.org'],
  ['a user name', 'https://example.org@evil.example/', 'user name'],
  ['no link', 'see my mail', 'not a link'],
  ['too much', `https://example.org/${'x'.repeat(2000)}`, 'at most 2000'],
])(
  'a link with %s is rejected with its reason, and the form shows the value again',
  async (_, link, words) => {
    const { id } = await api.buildParticipant({ stage: 'questionnaire', redcapLink: OWN });
    const page = await setLink(id, link);
    expect(page).toMatchObject({ status: 422, text: expect.stringContaining(words) });
    expect(page.text).toContain(`value="${link}"`);
    expect(await api.query('select redcap_link from participant where id = $1', [id])).toEqual([
      { redcap_link: OWN },
    ]);
    expect(await eventsOf(id)).toEqual([]);
  },
);

test('two links set at once are both in the audit log, and one is current', async () => {
  const { id } = await api.buildParticipant({ stage: 'questionnaire' });
  await Promise.all([setLink(id, `${OWN}1`), setLink(id, `${OWN}2`)]);
  const events = await eventsOf(id);
  expect(events).toHaveLength(2);
  expect(events[1].before).toEqual(events[0].after);
  const [{ redcap_link: link }] = await api.query('select redcap_link from participant where id = $1', [id]);
  expect(events[1].after).toEqual({ link });
});

test('only the team sets it, and not for unknown participants or those who no longer take part', async () => {
  const { id } = await api.buildParticipant({ stage: 'questionnaire', dataConsent: 'agree' });
  const stranger = openStaffBrowser(api);
  await stranger.open('/admin/log-in');
  const path = `${LIST}/${id}/questionnaire-link`;
  expect(await stranger.submit(path, { link: OWN })).toMatchObject({ location: '/admin/log-in' });
  const browser = await logInStaff(api);
  expect((await browser.open(`${LIST}/${id}`)).text).not.toContain(`action="${path}"`);
  expect(await browser.submit(path, { link: OWN })).toMatchObject({ status: 403 });
  await browser.open(LIST);
  expect(await browser.submit(`${LIST}/${randomUUID()}/questionnaire-link`, { link: OWN })).toMatchObject({
    status: 404,
  });
  await browser.open(LIST);
  expect(await browser.submit(`${LIST}/${randomUUID()}/questionnaire-link`, {})).toMatchObject({
    status: 404,
  });
  expect(await browser.open(path)).toMatchObject({ status: 303, location: `${LIST}/${id}` });
});
