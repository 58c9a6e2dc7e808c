import { DEMONSTRATION_PASSWORD } from '@stepwise/api/src/domain/people/participants/demonstration-accounts.ts';
import { newAccount } from '../support/participants.ts';
import { HIGH_RISK_ANSWERS } from '../support/survey.ts';
import type { Network } from './network.ts';
import type { Person } from './person.ts';

interface World {
  person: Person;
  network: Network;
  /** Width and height of the window. */
  size: readonly [number, number];
  /** Prints the page; missing where the engine cannot. */
  print?: (() => Promise<void>) | undefined;
}

/** Every screen of a participant of the reduction group, of one with usual care, and of the team. */
export async function walkWholeJourney(world: World): Promise<void> {
  await becomeEligible(world);
  await signUpAndConsent(world);
  await makePlan(world);
  await recordBadDay(world);
  await readTimeline(world);
  await recordOffline(world);
  await logOut(world);
  await readOwnPages(world);
  await visitUsualCare(world);
  await visitTeamPages(world);
}

/** From the log-in to a saved check-up of a bad day. */
export async function walkShortestJourney(world: World): Promise<void> {
  await logIn(world, 'timeline');
  await world.person.audit('home with the timeline');
  await askAboutDose(world);
  await recordBadDay(world);
  await logOut(world);
}

async function becomeEligible({ person }: World): Promise<void> {
  await person.open('/');
  await person.see('heading', 'Reducing antidepressants, one careful step at a time');
  await person.audit('welcome');
  await person.press('button', 'See the next steps');
  await person.see('heading', 'The next steps');
  await person.audit('next steps');
  await person.press('button', 'Do the survey');
  await person.see('heading', 'Is the product for you?');
  await person.audit('first question');
  for (const answer of HIGH_RISK_ANSWERS) {
    await person.seeNothingChosen();
    await person.press('radio', answer);
    await person.press('button', 'Next');
  }
  await person.see('heading', 'Congratulations! You are eligible to continue using the product.');
  await person.audit('eligible');
}

async function signUpAndConsent({ person }: World): Promise<void> {
  await person.press('link', 'Sign up');
  await person.see('heading', 'See your doctor first');
  await person.audit('see your doctor first');
  await person.press('button', 'I Agree');
  await person.see('heading', 'Sign up');
  await person.press('button', 'Sign up');
  await person.see('alert', /./);
  await person.audit('sign up with errors');
  const { firstName, email, password } = newAccount();
  await person.fill('First name', firstName);
  await person.fill('Email', email);
  await person.fill('Password', password);
  await person.press('button', 'Sign up');
  await person.see('heading', `Hello, ${firstName}`);
  await person.audit('home before consent');
  await person.press('link', 'Go', 'Consent to Participate');
  await person.see('link', 'Download this form (PDF)');
  await person.audit('consent');
  await person.press('button', 'I agree');
  await person.see('button', 'I Confirm');
  await person.audit('home with the questionnaire');
  await person.choose('Which antidepressant do you take?', 'Sertraline');
  await person.choose('How much do you take in a whole day now?', '100 mg');
  await person.choose('How long have you been taking it?', 'Less than 1 year');
  await person.press('button', 'Save my answers');
  await person.see('button', 'Change these answers');
  await person.press('button', 'I Confirm');
}

async function makePlan({ person, print }: World): Promise<void> {
  await person.press('link', 'Go', 'Plan');
  await person.see('heading', 'Let’s make your plan');
  await person.audit('plan, welcome');
  await person.press('link', 'Next');
  await person.see('heading', /check your details are correct/);
  await person.audit('plan, details');
  await person.press('button', 'Next');
  await person.see('heading', 'Your medication');
  for (const answer of ['Sertraline', 'Once a day', '100 mg']) await person.press('radio', answer);
  await person.audit('plan, medication');
  await person.press('button', 'Next');
  for (const answer of ['No, I have not tried', '1 to 2 years']) await person.press('radio', answer);
  await person.press('button', 'Next');
  for (const number of [4, 5]) {
    await person.seeText(new RegExp(`Page ${number} of 5`));
    await person.pressEach('radio', '3 or 4');
    await person.press('button', 'Next');
  }
  await person.see('heading', 'Your recommended schedule');
  await person.see('table', /step by step$/);
  await person.audit('plan, recommended schedule');
  await print?.();
  for (const heading of ['Activities that do you good', /sleep/i, /mood/i, /activity/i, /^Congratulations/]) {
    await person.press('link', 'Next');
    await person.see('heading', heading);
    await person.audit(`plan, ${heading}`);
  }
  await person.press('link', 'Next');
}

const URGENT = 'If you might hurt yourself, call now';

/** With thoughts of self-harm. Both numbers stay in sight after each press, a reload, Back and a rotation. */
async function recordBadDay({ person, size: [width, height] }: World): Promise<void> {
  await person.press('link', /^(Start check-up|Do it again)$/);
  await person.see('heading', 'Did you sleep well last night?');
  await person.audit('check-up, sleep');
  await person.press('button', 'Yes');
  await person.see('heading', 'Was your mood good today?');
  await person.press('button', 'No');
  await person.see('heading', 'Which of these did you notice in your mood?');
  await person.pressEach('checkbox', /./);
  await person.see('heading', URGENT);
  await person.audit('check-up, every warning sign of mood');
  await person.press('link', 'Help');
  await person.see('dialog', 'Whom to call');
  await person.audit('check-up, whom to call');
  await person.press('button', 'Close');
  await person.press('button', 'Next');
  await person.seeFocused('heading', 'Were you as active as you wanted to be today?');
  await person.press('button', 'Yes');
  await person.press('button', 'Next');
  await person.seeFocused('heading', 'All done for today');
  await person.audit('check-up, summary');
  await person.press('button', 'Add to time line');
  await person.seeFocused('heading', URGENT);
  await person.audit('home with a recorded day');
  await person.reload();
  await person.see('heading', URGENT);
  await person.press('link', 'Do it again');
  await person.see('heading', 'Did you sleep well last night?');
  await person.back();
  await person.see('heading', /Today is on your timeline/);
  await person.resize(height, width);
  await person.see('heading', URGENT);
  await person.resize(width, height);
}

async function readTimeline({ person, print }: World): Promise<void> {
  await person.press('button', 'Day before');
  await person.press('button', 'Day after');
  await person.audit('timeline, a day');
  await person.press('button', 'Close');
  await person.press('link', 'Look back');
  await person.see('heading', 'Look back');
  await person.audit('look back');
  await print?.();
  await person.press('link', 'Back to today');
}

async function recordGoodDay({ person }: Pick<World, 'person'>): Promise<void> {
  await person.press('link', /^(Start check-up|Do it again)$/);
  for (const question of [
    'Did you sleep well last night?',
    'Was your mood good today?',
    'Were you as active as you wanted to be today?',
  ]) {
    await person.see('heading', question);
    await person.press('button', 'Yes');
  }
  await person.press('button', 'Next');
  await person.see('heading', 'All done for today');
  await person.press('button', 'Add to time line');
  await person.see('heading', /Today is on your timeline/);
}

async function recordOffline({ person, network }: World): Promise<void> {
  network.disconnect();
  await recordGoodDay({ person });
  await person.seeText(/Not sent yet/);
  await person.audit('home, offline');
  network.reconnect();
  await person.seeNoText(/Not sent yet|Not saved yet/);
}

async function logIn({ person }: World, name: string): Promise<void> {
  await person.open('/login');
  await person.see('heading', 'Log in');
  await person.fill('Email', `${name}@demo.stepwise.example`);
  await person.fill('Password', DEMONSTRATION_PASSWORD);
  await person.press('button', 'Log in');
  await person.see('heading', /^Hello, /);
}

async function logOut({ person }: World): Promise<void> {
  await person.press('button', 'Log out');
  await person.see('heading', 'Reducing antidepressants, one careful step at a time');
}

/** Of buttons that go once they are pressed. */
async function askAboutDose({ person }: World): Promise<void> {
  await person.pressSummary('More about your dose');
  for (const name of ['Another dose', 'Cancel', 'This step is too hard']) await person.press('button', name);
}

/** What a participant with sixty days of records reads: plan, documents, data, and the statements. */
async function readOwnPages(world: World): Promise<void> {
  const { person, print } = world;
  await logIn(world, 'timeline');
  await askAboutDose(world);
  await person.press('link', 'Plan');
  await person.see('heading', 'Your well-being plan');
  await person.audit('plan, summary');
  await person.press('link', 'What to take to the doctor');
  await person.see('heading', 'What to take to the doctor');
  if (!(await person.returnIfLed())) throw new Error('The plan’s link did not lead to another page.');
  await person.press('link', 'What to take to the doctor');
  await person.see('heading', 'What to take to the doctor');
  await person.see('link', 'Save as PDF');
  await person.audit('plan, for the doctor');
  await print?.();
  await person.press('link', 'Helpers');
  await person.see('heading', 'Your account');
  await person.audit('helpers with the reduction group');
  for (const [path, heading] of [
    ['/consent?step=data', /./],
    ['/about', 'Privacy Statement'],
    ['/account/access', /./],
    ['/account/accessibility', 'Accessibility'],
  ] as const) {
    await person.open(path);
    await person.see('heading', heading);
    await person.audit(path);
  }
  await person.open('/');
  await person.see('heading', /^Hello, /);
  await logOut(world);
}

async function visitUsualCare(world: World): Promise<void> {
  const { person } = world;
  await logIn(world, 'usual');
  await person.audit('home with usual care');
  await person.press('link', 'Helpers');
  await person.see('heading', 'Helpers');
  await person.audit('helpers');
  await logOut(world);
}

async function visitTeamPages({ person }: World): Promise<void> {
  await person.open('/admin/log-in');
  await person.see('heading', /./);
  await person.audit('team, log in');
  await person.fill('Email', 'admin@demo.stepwise.example');
  await person.fill('Password', DEMONSTRATION_PASSWORD);
  await person.press('button', 'Log in');
  await person.see('button', 'Log out');
  for (const page of new Set(await person.names('nav a'))) {
    await person.openMenu(page);
    await person.press('link', page);
    await person.seeCurrent(page);
    await person.audit(`team, ${page}`);
  }
  await person.press('link', 'Robin Researcher');
  await person.see('heading', 'Robin Researcher');
  await person.audit('team, member of the team');
  await person.press('link', /Ada Admin/);
  await person.see('link', 'Set up a second factor');
  await person.audit('team, own account');
  await person.press('link', 'Set up a second factor');
  await person.see('heading', 'Set up a second factor');
  await person.audit('team, second factor');
  await visitParticipant({ person });
}

/** The page of the participant with sixty days of records, and what is reached from there. */
async function visitParticipant({ person }: Pick<World, 'person'>): Promise<void> {
  await person.openMenu('Participants');
  await person.press('link', 'Participants');
  await person.press('link', 'Tom');
  await person.see('heading', 'Tom');
  await person.audit('team, participant');
  await person.press('link', /^\d\d\/\d\d\/\d{4}$/);
  await person.see('heading', /^Warning sign on /);
  await person.audit('team, warning sign');
  await person.press('link', 'Tom');
  await person.see('heading', 'Tom');
  await person.pressSummary('Stopping');
  await person.press('link', 'Delete all their information');
  await person.see('heading', 'Delete all their information');
  await person.audit('team, confirm deletion');
  await person.press('link', 'Go back, change nothing');
  await person.pressSummary('Act for them');
  await person.fill('Reason', 'Asked by phone.');
  await person.press('button', 'Act for this participant');
  await person.seeText(/Acting as/);
  await person.audit('home, acting');
  await person.press('button', 'Log out');
  await person.see('heading', 'Tom');
}
