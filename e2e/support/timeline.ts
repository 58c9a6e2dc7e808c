import type { Page } from '@playwright/test';
import { saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { setupSaveOption, setupScore } from '@stepwise/shared-contracts/calls/setup.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { type Account, allocated, clientOf, inSession } from './participants.ts';

const MEDICINE = 'Sertraline';
const DOSE = '100 mg';

/** A participant of the reduction group whose plan began today with 100 mg of sertraline. Logged in afterwards. */
export async function onTimeline(page: Page, url: string): Promise<Account> {
  const account = await allocated(page, url, 'reduction');
  await inSession(page, url, async (client) => {
    await client.send(loginCheck, undefined);
    const { setupQuestions, medication } = (await client.send(allData, undefined)).body;
    const medicine = setupQuestions[0]?.options.find(({ text }) => text === MEDICINE);
    const { doses = [] } = medication.find(({ setupoption }) => setupoption === medicine?.id) ?? {};
    const dose = doses.find(({ text }) => text === DOSE);
    if (!medicine || !dose) throw new Error(`There is no ${DOSE} of ${MEDICINE} to choose.`);
    for (const [index, { id, options }] of setupQuestions.entries()) {
      // The dose question has no options of its own: they are the medicine's.
      const option = index === 0 ? medicine : (options[0] ?? dose);
      await client.send(setupSaveOption, { questionId: id, optionId: option.id });
    }
    const { schedule } = (await client.send(setupScore, undefined)).body;
    await client.send(saveSchedule, { schedule });
    await client.send(saveDoctor, { name: 'Dr Kim Nguyen', phone: '0491-570-006', email: '' });
  });
  return account;
}

/** Everything the server has of the participant who is logged in. */
export async function dataOf(page: Page, url: string): Promise<AllData> {
  const client = clientOf(page, url);
  await client.send(loginCheck, undefined);
  return (await client.send(allData, undefined)).body;
}
