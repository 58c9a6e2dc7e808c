import { expect, test } from '@jest/globals';
import { buildAllData, buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { render, screen } from '@testing-library/react';
import { HostProvider } from '../host/host-services.tsx';
import { OwnContacts } from './own-contacts.tsx';

const CHAT = { text: 'Chat with someone', url: 'https://chat.example' };

function show(doctor: { name: string; phone: string }, support: { name: string; phone: string }) {
  const data = buildAllData({ doctor: { email: '', ...doctor }, support });
  const host = createFakeHost({ data, site: buildSiteContent({ textAndChat: [CHAT] }) });
  render(
    <HostProvider services={host}>
      <OwnContacts />
    </HostProvider>,
  );
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

test('the doctor and the support person are called by name, then come text and chat', () => {
  expect(show({ name: 'Dr Kim', phone: '0491-570-006' }, { name: 'Sam', phone: '0491-570-156' })).toEqual([
    ['Call Dr Kim', 'tel:0491570006'],
    ['Call Sam', 'tel:0491570156'],
    [CHAT.text, CHAT.url],
  ]);
});

test('a contact without a name is named by their role, and one without a number is left out', () => {
  expect(show({ name: '', phone: '0491-570-006' }, { name: 'Sam', phone: '' })).toEqual([
    ['Call your doctor or nurse', 'tel:0491570006'],
    [CHAT.text, CHAT.url],
  ]);
});
