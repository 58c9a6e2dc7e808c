import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { readPdf } from '../../../api/src/testing/read-pdf.ts';
import type { Rehearsal } from '../context.ts';
import { consentOf, type DocumentTruth, documentsOn } from '../model/documents.ts';
import { type Person, todayOf } from '../people/person.ts';
import { doseIn, stepsIn } from '../people/read-page.ts';
import { openPage } from './open-page.ts';

/** One day in this number is compared. */
const PAGES_EVERY = 50;
const PDFS_EVERY = 50;
/** Those of the course and of the consent. */
const OTHER_PDFS_EVERY = 100;
const DAY_MS = 86_400_000;

/**
 * On some days, the pages as the server makes them, and the PDF of a person's information. `compareData` compares what a
 * page begins with.
 */
export async function compareDocuments(
  rehearsal: Rehearsal,
  person: Person,
  compareData: (data: AllData) => void,
): Promise<void> {
  const { content, stack, day } = rehearsal;
  const number = day() * 7 + person.index * 3;
  const truth = documentsOn(content, person.facts, todayOf(rehearsal, person));
  if (stack.hasPages && number % PAGES_EVERY === 1) {
    const home = await open(rehearsal, person, '/');
    if (home.data) compareData(home.data);
    if (truth) compareHome(rehearsal, person, home.markup, truth);
    if (truth) comparePlan(rehearsal, person, (await open(rehearsal, person, '/plan')).markup, truth);
  }
  if (truth && number % PDFS_EVERY === 2) await compareInformation(rehearsal, person, truth);
  if (truth && number % OTHER_PDFS_EVERY === 53) await compareCourse(rehearsal, person, truth);
  const { consent } = person.facts;
  const hasAgreedAgain = consent && consent.lastAt > consent.at && stack.now() - consent.lastAt < DAY_MS;
  if (hasAgreedAgain || (consent && number % OTHER_PDFS_EVERY === 4)) await compareConsent(rehearsal, person);
}

async function open({ watch }: Rehearsal, person: Person, path: string) {
  const page = await openPage(person, path);
  watch.compare('page', `${person.name} ${path}`, page.status, 200);
  if (!page.data || page.markup === null) watch.count('pages that the browser has to make');
  return page;
}

function compareHome(
  { watch }: Rehearsal,
  { name }: Person,
  markup: string | null,
  { dose }: DocumentTruth,
): void {
  if (markup === null) return;
  watch.compare('dose on the page', name, doseIn(markup), dose);
}

function comparePlan(
  { watch }: Rehearsal,
  { name }: Person,
  markup: string | null,
  { dose, steps }: DocumentTruth,
): void {
  if (markup === null) return;
  watch.compare('steps on the page', name, stepsIn(markup), { dose, steps });
}

/** The words of a PDF without their blanks, which are not read between lines. */
async function openPdf({ watch }: Rehearsal, { phone, name }: Person, file: string): Promise<string> {
  const answer = await phone.fetch(`/documents/${file}`, {});
  watch.compare('PDF', `${name}, status`, answer.status, 200);
  const { pieces } = readPdf(Buffer.from(await answer.arrayBuffer()));
  return pieces
    .map((piece) => piece.text)
    .join('')
    .replaceAll(/\s/g, '');
}

/** What to take to the doctor: the dose in force and the next one, each with its day. */
async function compareCourse(rehearsal: Rehearsal, person: Person, truth: DocumentTruth): Promise<void> {
  const text = await openPdf(rehearsal, person, 'my-course.pdf');
  const [, now, since] = /Dosenow:([\d.]+[a-z]+),reportedfrom(\d\d\/\d\d\/\d{4})/.exec(text) ?? [];
  const [, next, from] = /Nextdose:([\d.]+[a-z]+),plannedfrom(\d\d\/\d\d\/\d{4})/.exec(text) ?? [];
  const ahead = truth.ahead[0]?.[0] ? truth.ahead[0] : [];
  const facts = [truth.taken.at(-1) ?? [], ahead].map(([day, dose]) => [day, dose?.replace(' ', '')]);
  rehearsal.watch.compare(
    'PDF of the course',
    person.name,
    [
      [since, now],
      [from, next],
    ],
    facts,
  );
}

async function compareConsent(rehearsal: Rehearsal, person: Person): Promise<void> {
  const truth = consentOf(rehearsal.content, person.facts);
  const text = await openPdf(rehearsal, person, 'my-consent.pdf');
  const day = /Yourconsentof(\d\d\/\d\d\/\d{4})/.exec(text)?.[1];
  const isOfVersion = text.includes(`Versionofthetext:${truth?.version.replaceAll(' ', '')}Fingerprint`);
  rehearsal.watch.compare('PDF of the consent', person.name, [day, isOfVersion], [truth?.day, true]);
}

/** Doses, steps and days with a record. */
async function compareInformation(rehearsal: Rehearsal, person: Person, truth: DocumentTruth): Promise<void> {
  const text = await openPdf(rehearsal, person, 'my-information.pdf');
  const between = (from: string, to: string): string => text.split(from)[1]?.split(to)[0] ?? '';
  const steps = (part: string) =>
    [...part.matchAll(/(?:From(\d\d\/\d\d\/\d{4})|Nodayyet):([\d.]+)([a-z]+?)aday/g)].map(
      ([, day = null, amount, unit]) => [day, `${amount} ${unit}`],
    );
  const records = text.split('Yourdailyrecords')[1]?.replaceAll(/Yourinformationon[\d/]+/g, '') ?? '';
  rehearsal.watch.compare(
    'PDF',
    person.name,
    {
      taken: steps(between('Dosesreported', 'Plannedsteps')),
      ahead: steps(between('Plannedsteps', 'Strengthsyouhave')),
      recorded: records.match(/\d\d\/\d\d\/\d{4}/g) ?? [],
    },
    { taken: truth.taken, ahead: truth.ahead, recorded: truth.recorded },
  );
}
