import { describe, expect, test } from '@jest/globals';
import { HELP_PAGE, WITHOUT_SCRIPT } from '@stepwise/shared-contracts/federation/names';
import { createTestApi } from '../../testing/create-test-api.ts';
import { openStaffBrowser } from '../../testing/staff-browser.ts';

const api = await createTestApi();
const deployed = await createTestApi({ config: { databaseUrl: 'postgresql://app@db/stepwise' } });
const { product } = api.content;
const { researchTeam } = product;
const { emergency, counselling } = product.contacts;

/** A page's content line by line; a link with its address, a form with where it goes. */
const linesOf = (text: string): string[] =>
  (/<main[^>]*>([\s\S]*)<\/main>/.exec(text)?.[1] ?? '')
    .replace(/<form [^>]*action="([^"]*)"[^>]*>/g, 'form to $1\n')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, '$2 ($1)')
    .replace(/<\/(?:h\d|p|li|button|label)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

async function read(path: string, origin = api.origin, init: RequestInit = {}) {
  const answer = await fetch(origin + path, init);
  return { status: answer.status, lines: linesOf(await answer.text()) };
}

describe('a page without a log-in says in full', () => {
  const ASK_AGAIN = 'Ask for a new link (/account/password-reset)';
  test.each<[string, string, number, string[]]>([
    [
      'that a form was sent before the app answered',
      WITHOUT_SCRIPT,
      200,
      [
        'Nothing was sent',
        'The page was not ready yet, or JavaScript is switched off in your browser. Nothing of what you entered was read or kept.',
        `Please go back and try again in a moment. If it happens again, switch on JavaScript, or open ${product.name} in another browser.`,
        `The research team can help you by phone: ${researchTeam.phone} (${researchTeam.tel}), ${researchTeam.hours}.`,
        'Go to the start (/)',
      ],
    ],
    [
      'whom to call',
      HELP_PAGE,
      200,
      [
        'Whom to call',
        'If you need help now',
        `${emergency.name}, ${emergency.label} Call ${emergency.number} (${emergency.tel})`,
        `${counselling.name}, ${counselling.label} Call ${counselling.number} (${counselling.tel})`,
        `The research team is at ${researchTeam.phone} (${researchTeam.tel}) or ${researchTeam.email} (mailto:${researchTeam.email}), ${researchTeam.hours}.`,
        'Go to the start (/)',
      ],
    ],
    [
      'how to ask for a new password',
      '/account/password-reset',
      200,
      [
        'Choose a new password',
        'Enter the email address you log in with. We send you a link to choose a new password.',
        'form to /account/password-reset',
        'Email',
        'Send the link',
        'Back to log in (/login)',
      ],
    ],
    [
      'that a link to a new password is worn out',
      '/account/password-reset/choose',
      400,
      [
        'This link no longer works',
        'A link works once and for a limited time, and only the newest one works. Your password has not changed.',
        ASK_AGAIN,
      ],
    ],
    [
      'where a participant logs in with a new password',
      '/account/password-reset/done',
      200,
      ['Your password is changed', 'Log in with the new one.', 'Log in (/login)'],
    ],
    [
      'where the team logs in with a new password',
      '/account/password-reset/done/team',
      200,
      ['Your password is changed', 'Log in with the new one.', 'Log in (/admin/log-in)'],
    ],
    [
      'what a participant does before a follow-up',
      '/account/follow-up/x',
      401,
      [
        'Please log in first',
        'Your questionnaire is on the first page once you have logged in.',
        'Log in (/login)',
      ],
    ],
    [
      'what a tester does before a preview',
      '/account/preview/mf-plan/1.0.0/1/x',
      401,
      ['Please log in first', 'Log in with the test account that the link is for, and open it again.'],
    ],
  ])('%s', async (_, path, status, lines) => {
    expect(await read(path)).toEqual({ status, lines });
  });

  test('where the message with the link to a new password may be', async () => {
    const lines = [
      'Check your email',
      'If there is an account with this address, a message is on its way. The link in it works for one hour.',
      `Nothing there after some minutes? Look among unwanted mail, check the address, or call the research team on ${researchTeam.phone}.`,
      'This demonstration sends no mail: read its messages here (/account/demonstration-mail).',
      'Ask again (/account/password-reset)',
    ];
    const path = '/account/password-reset/sent';
    expect(await read(path)).toEqual({ status: 200, lines });
    const sent = lines.filter((line) => !line.includes('demonstration'));
    expect(await read(path, deployed.origin)).toEqual({ status: 200, lines: sent });
  });
});

describe('a link of a message asks first and then says what was done', () => {
  const again = [`You can choose them again in ${product.name}, under Helpers.`, 'Go to the start (/)'];
  test.each<[string, string[], string[], number]>([
    [
      '/account/daily-reminder/x',
      ['Stop the daily messages?', 'Stop these messages'],
      ['The daily messages have stopped', ...again],
      200,
    ],
    [
      '/account/step-messages/x',
      ['Stop these messages?', 'Stop these messages'],
      ['These messages have stopped', ...again],
      200,
    ],
    [
      '/account/month-reminder/x',
      [
        'Erase your address?',
        'Then no message comes, and nothing of yours is stored for it.',
        'Erase my address',
      ],
      ['Your address is erased', 'We do not write to you again unless you ask us to.', 'Go to the start (/)'],
      200,
    ],
    [
      '/account/confirm-address/x',
      [
        'Is this your email address?',
        'You opened a link that we sent to it. Confirm that it reaches you.',
        'Confirm my address',
      ],
      [
        'This link no longer works',
        'A link works for seven days, only the newest one works, and only for the address that you have now.',
        'Log in and press “Send it again” on your home page.',
        `Go to ${product.name} (/)`,
      ],
      400,
    ],
  ])('%s', async (path, asked, answered, status) => {
    const opened = await read(path);
    expect(opened).toEqual({ status: 200, lines: asked.toSpliced(-1, 0, `form to ${path}`) });
    expect(await read(path, api.origin, { method: 'POST' })).toEqual({ status, lines: answered });
  });
});

test('every page under /account has both numbers to call, and its title names it', async () => {
  for (const [path, title] of [
    ['/account/password-reset', 'Choose a new password'],
    ['/account/no-such-page', 'This page does not exist'],
  ]) {
    const { text } = await openStaffBrowser(api).open(path ?? '');
    expect(text).toContain(`<title>${title} - ${product.name}</title>`);
    const [, help = ''] = /<aside class="pages-help"[^>]*>([\s\S]*?)<\/aside>/.exec(text) ?? [];
    expect(
      [...help.matchAll(/<a href="([^"]*)">(\S+(?: \S+)*?) <span>(.*?)<\/span>/g)].map(([, ...call]) => call),
    ).toEqual([emergency, counselling].map(({ tel, number, label }) => [tel, number, label]));
  }
});
