import type { Page } from '@playwright/test';
import { saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { setupSaveOption, setupScore } from '@stepwise/shared-contracts/calls/setup.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { type Account, allocated, clientOf } from './participants.ts';

const MEDICINE = 'Sertraline';
const DOSE = '100 mg';

/** A participant of the reduction group whose plan began today with 100 mg of sertraline. Logged in afterwards. */
export async function onTimeline(page: Page, url: string): Promise<Account> {
  const account = await allocated(page, url, 'reduction');
  const client = clientOf(page, url);
  await client.send(loginCheck, undefined);
  const { setupQuestions } = (await client.send(allData, undefined)).body;
  for (const { id, options } of setupQuestions) {
    const wanted = options.find(({ text }) => text === MEDICINE) ?? options[0];
    const optionId = wanted?.id ?? (await doseOption(page, url));
    await client.send(setupSaveOption, { questionId: id, optionId });
  }
  const { schedule } = (await client.send(setupScore, undefined)).body;
  await client.send(saveSchedule, { schedule });
  await client.send(saveDoctor, { name: 'Dr Kim Nguyen', phone: '0491-570-006', email: '' });
  return account;
}

/** The dose question has no options of its own: they are the medicine's. */
async function doseOption(page: Page, url: string): Promise<number> {
  const { medication, setupQuestions, setupAnswers } = await dataOf(page, url);
  const medicineOption = setupAnswers.find(({ qid }) => qid === setupQuestions[0]?.id)?.oid;
  const medicine = medication.find(({ setupoption }) => setupoption === medicineOption);
  const dose = medicine?.doses.find(({ text }) => text === DOSE);
  if (!dose) throw new Error(`There is no dose of ${DOSE} to choose.`);
  return dose.id;
}

/** Everything the server has of the participant who is logged in. */
export async function dataOf(page: Page, url: string): Promise<AllData> {
  const client = clientOf(page, url);
  await client.send(loginCheck, undefined);
  return (await client.send(allData, undefined)).body;
}
