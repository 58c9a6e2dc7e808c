import { messagesOf } from '../screens/other-words.ts';
import { readScreen, type Screen } from '../screens/read-screen.ts';
import { walkScreens } from '../screens/walk-screens.ts';
import { firstWordsIn, pdfWords, SECOND_CONTENT, secondContent } from '../second-trial/first-words.ts';
import { logIn, sendDetails } from '../support/accounts.ts';
import { forgetSession } from '../support/forget-session.ts';
import { expectAccessibleNightly } from '../support/nightly.ts';
import { newAccount } from '../support/participants.ts';
import { press, tick } from '../support/press.ts';
import { DEMONSTRATION_PASSWORD, logInAsStaff } from '../support/staff.ts';
import { expect, onOwnStack, test } from '../support/test.ts';

const stack = onOwnStack({ CONTENT_DIR: SECOND_CONTENT });

function expectOwnWords(screens: readonly Screen[]): void {
  const found = screens.map(({ title, lines, spoken }) => [
    title,
    firstWordsIn([...lines, ...spoken].join('\n')),
  ]);
  expect(found.filter(([, words]) => words?.length)).toEqual([]);
}

test('another trial from the welcome page to the first record, in its own words', async ({ page }) => {
  test.setTimeout(360_000);
  const account = newAccount();
  const screens: Screen[] = [];
  const keep = async (title: string) => void screens.push(await readScreen(page, title));
  const button = (name: string) => press(page.getByRole('button', { name, exact: true }));
  const radio = (name: string) => tick(page.getByRole('radio', { name, exact: true }));
  const { medicines, survey, setup } = secondContent;
  const [clonazepam] = medicines;

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Reducing benzodiazepines, one careful step at a time',
  );
  await keep('Welcome');
  await page.goto('/survey?page=2');
  await radio('Yes');
  await button('Next');
  await button('Continue the survey');
  for (const { options } of survey.questions.slice(1)) {
    await radio(options[0]?.text ?? '');
    await button('Next');
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  }
  await keep('Eligible');
  await page.goto('/sign-up');
  await button('I Agree');
  await sendDetails(page, account);
  await press(page.getByRole('group', { name: 'Consent to Participate' }).getByRole('link', { name: 'Go' }));
  await button('I agree');
  for (const [label, answer] of [
    [setup.baseline.medicine, clonazepam?.name ?? ''],
    [setup.baseline.dose, '2000 micrograms'],
    [setup.baseline.duration, 'Longer than a year'],
  ] as const)
    await page.getByLabel(label).selectOption(answer);
  await button('Save my answers');
  await page.getByRole('button', { name: 'Change these answers' }).waitFor();
  await keep('Home with the questionnaire');
  await button('I Confirm');
  await press(page.getByRole('group', { name: 'Plan' }).getByRole('link', { name: 'Go' }));
  await page.goto('/plan?page=2');
  for (const answer of [clonazepam?.name ?? '', 'Morning and evening', '2000 micrograms'])
    await radio(answer);
  await button('Next');
  await radio('Longer than a year');
  await button('Next');
  for (const number of [4, 5]) {
    await expect(page.getByText(`Page ${number} of 5`)).toBeVisible();
    await radio('Never');
    await button('Next');
  }
  await expect(page.getByRole('table')).toContainText('1000 micrograms morning and evening');
  await expectAccessibleNightly(page);
  await keep('Schedule');
  for (let number = 6; number <= 11; number++)
    await press(page.getByRole('link', { name: 'Next', exact: true }));
  await press(page.getByRole('link', { name: 'Start check-up' }));
  for (const question of [/^Did you sleep/, /^Was your mood/, /^Were you as active/]) {
    await page.getByRole('heading', { name: question }).waitFor();
    await button('Yes');
  }
  await button('Next');
  await button('Add to time line');
  await expect(page.getByText('2000 micrograms a day').first()).toBeVisible();
  await expectAccessibleNightly(page);
  await keep('Home with a record');
  expectOwnWords(screens);
});

test('no screen, message or PDF of another trial has a word of the first', { tag: '@nightly' }, async ({
  page,
}) => {
  test.setTimeout(900_000);
  const screens = [...(await walkScreens(page, secondContent)), ...messagesOf(secondContent)];
  await forgetSession(page);
  await logIn(page, { email: 'timeline@demo.stepwise.example', password: DEMONSTRATION_PASSWORD });
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  for (const name of ['consent-form', 'medicine-information', 'my-course', 'my-consent']) {
    const answer = await page.request.get(`/documents/${name}.pdf`);
    expect(answer.ok(), name).toBe(true);
    screens.push({
      title: `${name}.pdf`,
      lines: [pdfWords(await answer.body())],
      spoken: [],
    });
  }
  await forgetSession(page);
  await logInAsStaff(page, 'manager');
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  for (const path of [...paths, '/account/demonstration-mail']) {
    await page.goto(path ?? '');
    screens.push(await readScreen(page, path ?? ''));
  }
  await page.goto('/admin/participants');
  await press(page.getByRole('link', { name: 'Tom' }));
  screens.push(await readScreen(page, 'A participant, for the team'));
  expectOwnWords(screens);
  expect((await stack()).log()).not.toMatch(/"level":[56]0/);
});
