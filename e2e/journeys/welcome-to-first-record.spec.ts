import { logIn, sendDetails } from '../support/accounts.ts';
import { answerBaselineOnPage } from '../support/answer-baseline.ts';
import { confirmAddress } from '../support/confirm-address.ts';
import { newAccount } from '../support/participants.ts';
import { press as pressControl, tick } from '../support/press.ts';
import { answerQuestions, HIGH_RISK_ANSWERS, openFirstQuestion } from '../support/survey.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('from the welcome page to the first daily record, through a log-out and a restart', async ({
  page,
  stack,
}) => {
  test.setTimeout(360_000);
  const account = newAccount();
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const press = (name: string) => pressControl(page.getByRole('button', { name, exact: true }));
  const follow = (name: string) => pressControl(page.getByRole('link', { name, exact: true }));
  const arriveAt = async (name: string | RegExp) => {
    await expect(heading(name)).toBeVisible();
    await expectAccessible(page);
  };

  await test.step('the survey finds the visitor eligible', async () => {
    await openFirstQuestion(page);
    await answerQuestions(page, HIGH_RISK_ANSWERS);
    await arriveAt('Congratulations! You are eligible to continue using the product.');
  });

  await test.step('sign up', async () => {
    await follow('Sign up');
    await arriveAt('See your doctor first');
    await press('I Agree');
    await arriveAt('Sign up');
    await sendDetails(page, account);
    await arriveAt('Hello, Alex');
  });

  await test.step('agree to take part', async () => {
    await pressControl(
      page.getByRole('group', { name: 'Consent to Participate' }).getByRole('link', { name: 'Go' }),
    );
    await expect(page.getByRole('link', { name: 'Download this form (PDF)' })).toBeVisible();
    await expectAccessible(page);
    await press('I agree');
    await arriveAt('Hello, Alex');
  });

  await test.step('confirm the questionnaire', async () => {
    const questionnaire = page.getByRole('group', { name: 'Questionnaire' });
    const link = questionnaire.getByRole('link', { name: /^Go/ });
    await expect(link).toHaveAttribute('target', '_blank');
    await answerBaselineOnPage(page);
    await expectAccessible(page);
    await press('I Confirm');
    await expect(heading('Hello, Alex')).toBeFocused();
    await confirmAddress(page, account.email);
    await pressControl(page.getByRole('group', { name: 'Plan' }).getByRole('link', { name: 'Go' }));
    await arriveAt('Let’s make your plan');
  });

  await test.step('details of the helpers', async () => {
    await follow('Next');
    await arriveAt(/Let.s check your details are correct and up to date/);
    await expect(page.getByText('Page 1 of 5 - Do these pages with your Doctor or Nurse')).toBeVisible();
    const doctor = page.getByRole('group', { name: /doctor or nurse/i });
    await doctor.getByLabel('Name').fill('Dr Kim Nguyen');
    await doctor.getByLabel('Phone').fill('0355-500-011');
    const support = page.getByRole('group', { name: /support person/i });
    await support.getByLabel('Name').fill('Jo Rivera');
    await press('Next');
  });

  await test.step('setup questions', async () => {
    await arriveAt('Your medication');
    await tick(page.getByRole('radio', { name: 'Sertraline' }));
    await tick(page.getByRole('radio', { name: 'Once a day' }));
    await tick(page.getByRole('radio', { name: '100 mg', exact: true }));
    await press('Next');
    await arriveAt('Your time with this medicine');
    await tick(page.getByRole('radio', { name: 'No, I have not tried' }));
    await tick(page.getByRole('radio', { name: '1 to 2 years' }));
    await press('Next');
    for (const number of [4, 5]) {
      await expect(page.getByText(`Page ${number} of 5`)).toBeVisible();
      await arriveAt('In a normal week, how many times do you do...');
      for (const option of await page.getByRole('radio', { name: '3 or 4' }).all()) await tick(option);
      await press('Next');
    }
  });

  await test.step('the recommended schedule', async () => {
    await arriveAt('Your recommended schedule');
    const steps = page.getByRole('table').getByRole('row');
    await expect(steps.filter({ hasText: 'Current dose' })).toContainText('100 mg');
    await expect(steps.filter({ hasText: 'Reduce to' }).first()).toContainText('50 mg');
    await expect(steps.filter({ has: page.getByText('0 mg', { exact: true }) })).toHaveCount(1);
    await follow('Next');
  });

  await test.step('tracker lists', async () => {
    await arriveAt('Activities that do you good');
    await follow('Next');
    for (const category of [/sleep/i, /mood/i, /activity/i]) {
      await arriveAt(category);
      await follow('Next');
    }
    await arriveAt('Congratulations! You have set up your well-being plan.');
    await follow('Next');
  });

  await test.step('the first daily check-up', async () => {
    await arriveAt('Hello, Alex');
    await follow('Start check-up');
    const question = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
    await question('Did you sleep well last night?');
    await press('Yes');
    await question('Was your mood good today?');
    await press('No');
    await tick(page.getByRole('checkbox', { name: /^Anxious/ }));
    await expectAccessible(page);
    await press('Next');
    await question('Were you as active as you wanted to be today?');
    await press('Yes');
    await tick(page.getByRole('checkbox').first());
    await press('Next');
    await question('All done for today');
    await expectAccessible(page);
    await press('Add to time line');
  });

  const expectRecorded = async () => {
    await expect(page.getByRole('heading', { name: /Today is on your timeline/ })).toBeVisible();
    await expect(page.getByText('100 mg a day').first()).toBeVisible();
    await expectAccessible(page);
  };
  await test.step('the record and the dose are on the timeline', expectRecorded);

  await test.step('log out and log in', async () => {
    await press('Log out');
    await arriveAt('Reducing antidepressants, one careful step at a time');
    await logIn(page, account);
    await arriveAt('Hello, Alex');
    await expectRecorded();
  });

  await test.step('the server is killed and starts again', async () => {
    await stack.restart();
    await page.reload();
    await expectRecorded();
  });
});
