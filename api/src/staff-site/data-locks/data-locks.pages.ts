import * as z from 'zod';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import { lockData, unlockData } from '../../domain/data/data-locks/data-lock.commands.ts';
import { DataLock, LONGEST_LOCK_REASON } from '../../domain/data/data-locks/data-lock.entity.ts';
import { hashData } from '../../domain/data/data-locks/data-snapshot.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
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
import { pageSchema, turnPages } from '../../platform/pages/turn-pages.ts';
import { DATA_LOCKS, dataLockPath } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

const LOCKS_ON_PAGE = 25;
const REASON = `Say why, in at most ${LONGEST_LOCK_REASON} characters.`;
const lockSchema = z.object({
  scope: z.enum(['one', 'all'], 'Choose what to lock.'),
  studyId: z.string().trim().toUpperCase().max(40).default(''),
});
const unlockSchema = z.object({
  reason: z.string(REASON).trim().min(1, REASON).max(LONGEST_LOCK_REASON, REASON),
});

export function dataLockPages(admin: StaffRouter): void {
  admin.get(DATA_LOCKS, 'lock-data', (request) => showLocks(request));
  admin.post(DATA_LOCKS, 'lock-data', lock);
  admin.get(`${DATA_LOCKS}/:id`, 'lock-data', (request) => showLock(request));
  admin.post(`${DATA_LOCKS}/:id`, 'lock-data', unlock);
}

async function lock(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const { data, rejected } = readForm(ctx, lockSchema);
  if (rejected) return showLocks(request, rejected);
  const reject = (errors: Record<string, string>) =>
    showLocks(request, { values: formValues(ctx.request.body), errors });
  const { studyId } = data;
  const participant = data.scope === 'one' ? await op.db.findOne(Participant, { studyId }) : null;
  if (data.scope === 'one' && !participant)
    return reject({ studyId: 'There is no participant of this study id.' });
  try {
    seeOther(ctx, dataLockPath(await lockData(op, participant?.id ?? null, staff.id)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error;
    await reject({ scope: error.message });
  }
}

async function unlock(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const id = idOf(ctx);
  const { data, rejected } = readForm(ctx, unlockSchema);
  if (rejected) return showLock(request, rejected);
  await unlockData(op, id, { ...data, staffId: staff.id });
  seeOther(ctx, dataLockPath(id));
}

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
<p>Lock a participant's data once the last follow-up is done, all data queries are closed and all adverse events are signed off. From then on no record, plan, dose or adverse event of theirs can be saved, by them or by the team. Their data choices stay open to them.</p>
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
<button class="button">Lock the data</button>
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
${turnPages({ page, total, size: LOCKS_ON_PAGE }, (to) => `${DATA_LOCKS}?page=${to}`)}
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
  const now = await inTransaction(op, ({ db }) => hashData(db, lock.participant ?? null));
  const names = await findStaffNames(op.db, [lock.lockedBy, ...(lock.unlockedBy ? [lock.unlockedBy] : [])]);
  const whose = await whoseText(request, [lock]);
  const { timeZone } = op.content.product;
  const facts: [string, Html | string][] = [
    ['Data of', whose(lock)],
    ['Locked', `${formatDatetime(timeZone, lock.lockedAt)}, ${names(lock.lockedBy)}`],
    ['SHA-256 of the snapshot', html`<span class="pages-hash">${lock.hash}</span>`],
    ['The data now', now === lock.hash ? 'The same' : 'Changed since: their hash is another'],
  ];
  if (lock.unlockedAt && lock.unlockedBy)
    facts.push(
      ['Unlocked', `${formatDatetime(timeZone, lock.unlockedAt)}, ${names(lock.unlockedBy)}`],
      ['Why', lock.unlockReason ?? ''],
    );
  await showStaffPage(request, {
    title: rejected ? 'Error: Data lock' : 'Data lock',
    status: rejected ? 422 : 200,
    main: html`<h1>Data lock</h1>
<dl class="pages-facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${
  !lock.unlockedAt &&
  html`<section class="card" aria-labelledby="unlock">
<form class="pages-form" method="post" action="${dataLockPath(lock.id)}">
<h2 id="unlock">Unlock</h2>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${textArea({ name: 'reason', label: 'Why', hint: 'It is kept with the lock and in the audit log. Name no one.', longest: LONGEST_LOCK_REASON, rejected })}
<button class="button" data-variant="danger">Unlock the data</button>
</form>
</section>`
}`,
  });
}
