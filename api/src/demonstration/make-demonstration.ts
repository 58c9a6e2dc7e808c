import type { MikroORM } from '@mikro-orm/postgresql';
import { addDefaultLists } from '../domain/care/tracker/tracker-lists.ts';
import type { Content } from '../domain/core/content/load-content.ts';
import {
  DEMONSTRATION_PASSWORD,
  demonstrationParticipants,
  demonstrationStaff,
} from '../domain/people/participants/demonstration-accounts.ts';
import { Participant } from '../domain/people/participants/participant.entity.ts';
import { Staff } from '../domain/people/staff/staff.entity.ts';
import { rolesText } from '../domain/people/staff/staff-rights.ts';
import { Consent } from '../domain/trial/consent/consent.entities.ts';
import { saveConsentText } from '../domain/trial/consent/give-consent.command.ts';
import { hashPassword } from '../platform/passwords/password.ts';
import { addSixtyDays } from './sixty-days.ts';

const DAY_MS = 86_400_000;

/** Makes the demonstration accounts that are not there yet. Returns lines that describe them. */
export async function makeDemonstration(orm: MikroORM, content: Content, now: Date): Promise<string> {
  const em = orm.em.fork();
  const missing = await findMissing(orm);
  // No participant has a record from before they joined.
  const joinedAt = new Date(now.getTime() - 61 * DAY_MS);
  const staffPresent = await em.find(Staff, { email: demonstrationStaff.map(({ email }) => email) });
  const staffMissing = demonstrationStaff.filter(
    ({ email }) => !staffPresent.some((member) => member.email === email),
  );
  const isComplete = missing.length === 0 && staffMissing.length === 0;
  const passwordHash = isComplete ? '' : await hashPassword(DEMONSTRATION_PASSWORD);
  for (const { email, firstName, stage, state } of missing) {
    await em.transactional(async (tx) => {
      const participant = tx.create(Participant, {
        email,
        firstName,
        passwordHash,
        createdAt: joinedAt,
        contentVersion: content.version,
        ...state,
      });
      addDefaultLists(tx, participant.id, content);
      await tx.flush();
      if (participant.consentAgree) {
        const { hash } = await saveConsentText(tx, content);
        tx.create(Consent, {
          participant: participant.id,
          text: hash,
          futureContact: participant.futureContact,
          agreedAt: joinedAt,
        });
      }
      if (stage.includes('sixty days')) await addSixtyDays(tx, participant, content, now);
    });
  }
  for (const { email, name, roles } of staffMissing)
    em.create(Staff, { email, name, roles: [...roles], passwordHash, createdAt: now });
  await em.flush();

  const staff = demonstrationStaff.map(({ email, roles }) => ({
    email,
    stage: `research team, ${rolesText(roles).toLowerCase()}`,
  }));
  const widest = Math.max(...[...demonstrationParticipants, ...staff].map(({ email }) => email.length));
  const linesOf = (accounts: readonly { email: string; stage: string }[]) =>
    accounts.map(({ email, stage }) => `  ${email.padEnd(widest)}  ${stage}\n`).join('');
  return `
Demonstration accounts, all with the password "${DEMONSTRATION_PASSWORD}":
${linesOf(demonstrationParticipants)}The research team logs in at /admin/log-in:
${linesOf(staff)}`;
}

async function findMissing(orm: MikroORM) {
  const em = orm.em.fork();
  const emails = demonstrationParticipants.map(({ email }) => email);
  const present = await em.find(Participant, { email: emails });
  return demonstrationParticipants.filter(
    ({ email }) => !present.some((participant) => participant.email === email),
  );
}
