import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { readPdf } from '../../../api/src/testing/read-pdf.ts';
import type { Rehearsal } from '../context.ts';
import { consentOf, type DocumentTruth, documentsOn } from '../model/documents.ts';
import { compareHome, comparePlan, holdIn } from '../people/compare-pages.ts';
import { type Person, todayOf } from '../people/person.ts';
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
  const truth = documentsOn(content, person.facts, todayOf(rehearsal, person), stack.now());
  if (stack.hasPages && number % PAGES_EVERY === 1) {
    const home = await open(rehearsal, person, '/');
    if (home.data) compareData(home.data);
    if (truth && home.markup !== null) compareHome(rehearsal, person, 'dose on the page', home.markup, truth);
    const plan = truth && (await open(rehearsal, person, '/plan')).markup;
    if (truth && plan) comparePlan(rehearsal, person, 'steps on the page', plan, truth);
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

/** The words of a PDF without their blanks, which are not read between lines. */
async function openPdf({ watch }: Rehearsal, { phone, name }: Person, file: string): Promise<string> {
  const answer = await phone.fetch(`/documents/${file}`, {});
  watch.compare('PDF', `${name}, status`, answer.status, 200);
  const { pieces } = readPdf(Buffer.from(await answer.arrayBuffer()));
  return withoutBlanks(pieces.map((piece) => piece.text).join(''));
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** Whether it says what is said in the place of a step while help is on. */
const isHeldIn = ({ content }: Rehearsal, text: string, { hold }: DocumentTruth): boolean =>
  text.includes(withoutBlanks(holdIn(content, hold)));

/** What to take to the doctor: the dose in force and the next one, each with its day. */
async function compareCourse(rehearsal: Rehearsal, person: Person, truth: DocumentTruth): Promise<void> {
  const text = await openPdf(rehearsal, person, 'my-course.pdf');
  const [, now, since] = /Dosenow:([\d.]+[a-z]+),reportedfrom(\d\d\/\d\d\/\d{4})/.exec(text) ?? [];
  const [, next, from] = /Nextdose:([\d.]+[a-z]+),plannedfrom(\d\d\/\d\d\/\d{4})/.exec(text) ?? [];
  const planned = truth.steps[0]?.[0] ? truth.steps[0] : [];
  const [, atHome] = /Strengthsathome:(.*?)Since/.exec(text) ?? [];
  const strengths = truth.atHome === null ? 'Not said yet' : truth.atHome.join(', ') || 'None of those sold';
  const facts = [truth.taken.at(-1) ?? [], planned].map(([day, dose]) => [day, dose?.replace(' ', '')]);
  rehearsal.watch.compare(
    'PDF of the course',
    person.name,
    [[since, now], [from, next], atHome, isHeldIn(rehearsal, text, truth)],
    [...facts, withoutBlanks(strengths), truth.hold !== null],
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
  const atHome = between('Strengthsyouhaveathome', 'Whereyouareloggedin');
  const records = text.split('Yourdailyrecords')[1]?.replaceAll(/Yourinformationon[\d/]+/g, '') ?? '';
  rehearsal.watch.compare(
    'PDF',
    person.name,
    {
      taken: steps(between('Dosesreported', 'Plannedsteps')),
      ahead: steps(between('Plannedsteps', 'Strengthsyouhave')),
      isHeld: isHeldIn(rehearsal, text, truth),
      atHome: atHome.replaceAll('•', ','),
      recorded: records.match(/\d\d\/\d\d\/\d{4}/g) ?? [],
    },
    {
      taken: truth.taken,
      ahead: truth.ahead,
      isHeld: truth.hold !== null,
      atHome: withoutBlanks(
        truth.atHome === null
          ? 'You have not said which.'
          : truth.atHome.map((text) => `,${text}`).join('') || 'None of those on the list.',
      ),
      recorded: truth.recorded,
    },
  );
}
