import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { DataLock, MAX_LOCK_REASON_LENGTH } from '../../domain/data/data-locks/data-lock.entity.ts';
import { isLinkageReleased, unlockData } from '../../domain/data/data-locks/unlock-data.command.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findSignatures, hashSigned } from '../../domain/people/signatures/signatures.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { findRecordedSince } from '../../domain/reports/locking/find-recorded-since.ts';
import { HASH_FORMAT, hashData } from '../../domain/reports/locking/hash-data.ts';
import { lockedContent } from '../../domain/reports/locking/lock-data.command.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import {
  errorSummary,
  type FormErrors,
  field,
  formValues,
  readForm,
  selectField,
  textArea,
} from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { DATA_LOCKS, dataLockPath, LOCK_EVERYBODY, lockPath } from '../page/navigation.ts';
import { signaturesTable } from '../page/signatures-table.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withSignature } from '../page/with-signature.ts';
import { lockReasonSchema } from './lock-data.pages.ts';

const LOCKS_ON_PAGE = 25;
const scopeSchema = z.object({
  scope: z.enum(['one', 'all'], 'Choose what to lock.'),
  studyId: z.string().trim().toUpperCase().max(40).default(''),
});

export function dataLockPages(admin: StaffRouter): void {
  admin.get(DATA_LOCKS, 'lock-data', (request) => showLocks(request));
  admin.post(DATA_LOCKS, 'lock-data', chooseScope);
  admin.get(`${DATA_LOCKS}/:id`, 'lock-data', (request) => showLock(request));
  admin.post(`${DATA_LOCKS}/:id`, 'lock-data', unlock);
}

async function chooseScope(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const { data, rejected } = readForm(ctx, scopeSchema);
  if (rejected) return showLocks(request, rejected);
  if (data.scope === 'all') return seeOther(ctx, LOCK_EVERYBODY);
  const participant = await op.db.findOne(Participant, { studyId: data.studyId });
  if (participant) return seeOther(ctx, lockPath(participant.id));
  const errors = { studyId: 'There is no participant of this study id.' };
  await showLocks(request, { values: formValues(ctx.request.body), errors });
}

const unlock = withSignature(
  async (request) => {
    const { ctx, op } = request;
    const { data, rejected } = readForm(ctx, lockReasonSchema);
    if (rejected) {
      await showLock(request, rejected);
      return null;
    }
    const lock = await op.db.findOne(DataLock, { id: idOf(ctx) }, { refresh: true });
    if (!lock) throw notFound();
    if (lock.unlockedAt) throw new AppError('conflict', 'This lock was opened before.');
    // The second of two signs the reason of the first.
    const reason = lock.unlockReason ?? data.reason;
    const whose = await whoseText(request, [lock]);
    const toSign = {
      title: 'Sign the unlocking',
      shown: html`<dl class="pages-facts"><dt>Data of</dt><dd>${whose(lock)}</dd><dt>SHA-256 of the locked data</dt><dd><span class="pages-hash">${lock.hash}</span></dd><dt>Why they are unlocked</dt><dd>${reason}</dd></dl>`,
      meaning: 'I unlock these data for the reason given. They are locked again with a new fingerprint.',
      back: dataLockPath(lock.id),
    };
    return { toSign, data: { id: lock.id, reason } };
  },
  async ({ ctx, op }, { id, reason }, signing) => {
    await unlockData(op, id, { reason, signing });
    seeOther(ctx, dataLockPath(id));
  },
);

async function showLocks(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { ctx, op, session } = request;
  const page = pageSchema.parse(ctx.query.page);
  const [locks, total] = await op.db.findAndCount(
    DataLock,
    {},
    { orderBy: { lockedAt: 'desc', id: 'desc' }, limit: LOCKS_ON_PAGE, offset: (page - 1) * LOCKS_ON_PAGE },
  );
  const names = await findStaffNames(
    op.db,
    locks.map(({ lockedBy }) => lockedBy),
  );
  const whose = await whoseText(request, locks);
  const { timeZone } = op.content.product;
  await showStaffPage(request, {
    title: rejected ? 'Error: Data locks' : 'Data locks',
    status: rejected ? 422 : 200,
    main: html`<h1>Data locks</h1>
<p>Lock a participant's data once the last follow-up is done, the plan has ended, all data queries are closed and all adverse events are signed off. What they report after that is still taken, and kept apart from the locked data.</p>
<form class="pages-form" method="post" action="${DATA_LOCKS}">
<h2>Lock data</h2>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${selectField({
  name: 'scope',
  label: 'What to lock',
  rejected,
  options: [
    ['', 'Choose one'],
    ['one', 'One participant, by study id'],
    ['all', 'Everybody'],
  ],
})}
${field(
  { name: 'studyId', label: 'Study id', hint: 'Such as P0123456789AB. Empty for everybody.', rejected },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="text" autocomplete="off" maxlength="40" value="${rejected?.values.studyId ?? ''}">`,
)}
<button class="button">See what is still open</button>
</form>
<section class="pages-stack" aria-labelledby="locks">
<h2 id="locks">Locks</h2>
${
  locks.length > 0
    ? table(
        'Locks',
        ['Data of', 'Locked', 'By', 'Now'],
        locks.map((each) => [
          html`<a class="pages-link" href="${dataLockPath(each.id)}">${whose(each)}</a>`,
          formatDatetime(timeZone, each.lockedAt),
          names(each.lockedBy),
          each.unlockedAt ? `Unlocked ${formatDatetime(timeZone, each.unlockedAt)}` : 'Locked',
        ]),
      )
    : html`<p>${total > 0 ? 'No lock is on this page.' : 'No data are locked.'}</p>`
}
${pagination({ page, total, size: LOCKS_ON_PAGE }, (to) => `${DATA_LOCKS}?page=${to}`)}
</section>`,
  });
}

async function whoseText(
  { op }: StaffRequest,
  locks: readonly DataLock[],
): Promise<(lock: DataLock) => string> {
  const ids = locks.flatMap(({ participant }) => participant ?? []);
  const people = await op.db.find(Participant, { id: ids });
  const studyIds = new Map(people.map(({ id, studyId }) => [id, studyId]));
  return ({ participant }) =>
    participant ? (studyIds.get(participant) ?? 'Participant without a study id') : 'Everybody';
}

/** One lock, with its hash compared with that of the data as they are now. */
async function showLock(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { ctx, op, session } = request;
  const lock = await op.db.findOne(DataLock, { id: idOf(ctx) }, { refresh: true });
  if (!lock) throw notFound();
  const { hash, lockedAt, unlockedAt } = lock;
  const whole = lock.participant ?? null;
  const isSame =
    lock.hashFormat === HASH_FORMAT &&
    (await inTransaction(op, ({ db }) => hashData(db, whole, lockedAt))) === hash;
  const since = await findRecordedSince(op.db, whole, lockedAt);
  const names = await findStaffNames(op.db, [lock.lockedBy, ...(lock.unlockedBy ? [lock.unlockedBy] : [])]);
  const whose = await whoseText(request, [lock]);
  const { timeZone } = op.content.product;
  const signatures = await findSignatures(op, ['data-lock', 'data-unlock'], lock.id);
  const facts: [string, Html | string][] = [
    ['Data of', whose(lock)],
    ['Locked', `${formatDatetime(timeZone, lock.lockedAt)}, ${names(lock.lockedBy)}`],
    ['Why it was locked', lock.reason ?? 'Not given'],
    ['SHA-256 of the data', html`<span class="pages-hash">${lock.hash}</span>`],
    [
      'The locked data now',
      lock.hashFormat === HASH_FORMAT
        ? isSame
          ? 'The same'
          : 'Changed since: their hash is another'
        : 'Not compared: locked by an earlier release. Unlock and lock again.',
    ],
    [
      unlockedAt ? 'Recorded after the lock' : 'Recorded since, kept apart',
      `Check-ups: ${since.checkUps}, dose reports: ${since.doseReports}, versions of adverse events: ${since.adverseEvents}`,
    ],
  ];
  if (unlockedAt && lock.unlockedBy)
    facts.push(
      ['Unlocked', `${formatDatetime(timeZone, unlockedAt)}, ${names(lock.unlockedBy)}`],
      ['Why it was unlocked', lock.unlockReason ?? ''],
    );
  await showStaffPage(request, {
    title: rejected ? 'Error: Data lock' : 'Data lock',
    status: rejected ? 422 : 200,
    main: html`<h1>Data lock</h1>
<dl class="pages-facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${signaturesTable(request, signatures, ({ kind, hash: signed }) =>
  kind === 'data-unlock'
    ? null
    : unlockedAt
      ? 'unlocked since'
      : isSame && signed === hashSigned(lockedContent(lock))
        ? null
        : 'the data have changed',
)}
${
  !unlockedAt &&
  html`<section class="card" aria-labelledby="unlock">
<form class="pages-form" method="post" action="${dataLockPath(lock.id)}">
<h2 id="unlock">Unlock</h2>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${(await isLinkageReleased(op.db, lock.lockedAt)) && html`<p>Outcomes were linked with groups after the lock, so two members sign the unlocking.${lock.unlockReason && html` The first one signed: <strong>${lock.unlockReason}</strong>. Another signs the same reason.`}</p>`}
${lock.unlockReason ? html`<input type="hidden" name="reason" value="${lock.unlockReason}">` : textArea({ name: 'reason', label: 'Why', hint: 'It is kept with the lock and in the audit log. Name no one.', longest: MAX_LOCK_REASON_LENGTH, rejected })}
<button class="button" data-variant="danger">Unlock the data</button>
</form>
</section>`
}`,
  });
}
