export interface Fault {
  /** Below api/src. */
  file: string;
  find: string;
  replace: string;
}

/** Each is a mistake that someone could make, as one replacement in the API's source. */
export const FAULTS: Record<string, Fault> = {
  'step-a-day-late': {
    file: 'domain/care/plan/generate-schedule.ts',
    find: 'date = addDays(date, days);',
    replace: 'date = addDays(date, days + 1);',
  },
  'slower-schedule-ignored': {
    file: 'domain/care/plan/score-setup.ts',
    find: "? 'slower' : 'standard'",
    replace: "? 'standard' : 'standard'",
  },
  'plan-not-started': {
    file: 'participant-api/tracker/tracker.routes.ts',
    find: "if (state === 'chosen') await startPlan",
    replace: "if (state !== 'chosen') await startPlan",
  },
  'reminder-twice': {
    file: 'domain/care/reminders/deliver-reminder.ts',
    find: 'return mailer.send(message).then(',
    replace: 'await mailer.send(message);\n  return mailer.send(message).then(',
  },
  'reminder-in-another-zone': {
    file: 'domain/care/reminders/send-daily-reminders.job.ts',
    find: 'coalesce(p.time_zone, p.device_time_zone, ?)',
    replace: "coalesce(left(p.time_zone, 0) || 'UTC', ?)",
  },
  'reminders-never-pause': {
    file: 'domain/care/reminders/daily-reminders.ts',
    find: 'UNANSWERED_UNTIL_LAST = 4',
    replace: 'UNANSWERED_UNTIL_LAST = 40',
  },
  'last-reminder-early': {
    file: 'domain/care/reminders/send-daily-reminders.job.ts',
    find: 'unanswered < UNANSWERED_UNTIL_LAST ?',
    replace: 'unanswered < UNANSWERED_UNTIL_LAST - 1 ?',
  },
  'follow-up-a-month-late': {
    file: 'domain/trial/follow-ups/follow-up-days.ts',
    find: 'Date.UTC(year, month - 1 + months,',
    replace: 'Date.UTC(year, month + months,',
  },
  'follow-up-an-hour-late': {
    file: 'domain/trial/follow-ups/follow-up-links.ts',
    find: 'hour >= reminders.hour',
    replace: 'hour > reminders.hour',
  },
  'follow-up-asked-again': {
    file: 'domain/trial/follow-ups/send-follow-up-reminders.job.ts',
    find: 'reminder.sentAt = op.now;',
    replace: '',
  },
  'reply-forgotten': {
    file: 'participant-api/route/idempotency.ts',
    find: 'if (!reply) return null;',
    replace: 'if (!reply || reply) return null;',
  },
  'offline-check-up-lost': {
    file: 'domain/care/tracker/save-record.command.ts',
    find: 'if (isNew) {',
    replace: 'if (isNew && op.now.getTime() - recordedAt.getTime() < 43_200_000) {',
  },
  'record-of-the-wrong-day': {
    file: 'domain/care/tracker/save-record.command.ts',
    find: 'readDay(recordedAt, timeZone, givenDay)',
    replace: "readDay(recordedAt, 'UTC', undefined)",
  },
  'superseded-record-dropped': {
    file: 'domain/care/tracker/store-record.ts',
    find: 'await em.flush();',
    replace: "await query(em).deleteFrom('daily_record').where('id', '=', replaces ?? 0).execute();",
  },
  'late-record-wins': {
    file: 'domain/care/tracker/save-record.command.ts',
    find: 'inForce !== undefined && inForce.recordedAt > given.recordedAt',
    replace: 'false',
  },
  'flags-not-kept': {
    file: 'domain/care/tracker/store-record.ts',
    find: 'select made.id, s.id, s.redflag from made',
    replace: 'select made.id, s.id, false from made',
  },
  'warning-notice-left-to-chance': {
    file: 'domain/care/warning-signs/raise-warning-sign.command.ts',
    find: 'if (isNew) await jobs',
    replace: 'if (isNew && selfHarm) await jobs',
  },
  'sign-dealt-with-waits-on': {
    file: 'domain/care/warning-signs/resolve-warning-sign.command.ts',
    find: "sign.closedAt = action === 'not-reached' ? null : op.now;",
    replace: 'sign.closedAt = null;',
  },
  'sign-not-reached-waits-no-more': {
    file: 'domain/care/warning-signs/resolve-warning-sign.command.ts',
    find: "sign.closedAt = action === 'not-reached' ? null : op.now;",
    replace: 'sign.closedAt = op.now;',
  },
  'help-is-never-on': {
    file: 'participant-api/participant/load-all-data.ts',
    find: 'help: { ...content.safety.help, selfHarm },',
    replace: 'help: { ...content.safety.help, selfHarm: null },',
  },
  'steps-in-the-pdf-while-help-is-on': {
    file: 'domain/care/course/make-course-sheet.ts',
    find: 'isHeld || hasLeft',
    replace: 'hasLeft',
  },
  'strengths-not-saved': {
    file: 'domain/care/plan/save-strengths.command.ts',
    find: 'participant.strengths = after;',
    replace: '',
  },
  'dose-question-stays-open': {
    file: 'domain/care/plan/dose-questions.command.ts',
    find: 'Object.assign(question, { closedAt: op.now, closedBy: staffId });',
    replace: '',
  },
  'dose-question-not-in-the-log': {
    file: 'domain/care/plan/dose-questions.command.ts',
    find: "await op.audit('dose-question.asked', participant, { after: { reason } });",
    replace: '',
  },
  'added-later-not-exported': {
    file: 'domain/care/tracker/tracker-files.ts',
    find: 'counts, added_later,',
    replace: 'counts, false as added_later,',
  },
  'step-day-a-day-late': {
    file: 'domain/care/plan/set-step-day.command.ts',
    find: 'date: addDays(date, moved),',
    replace: 'date: addDays(date, moved + 1),',
  },
  'changed-schedule-begins-again': {
    file: 'participant-api/plan/plan.routes.ts',
    find: '(await findCurrentDose(op, participant, medicine.id)) ?? recommended.startdose',
    replace: 'recommended.startdose',
  },
  'changed-rows-not-in-force': {
    file: 'domain/care/plan/change-plan.command.ts',
    find: 'date <= today && dose === taken',
    replace: 'date < today && dose === taken',
  },
  'new-consent-not-asked': {
    file: 'domain/trial/consent/consent-demand.ts',
    find: '!consentAgree || agreedTo === hash',
    replace: '!consentAgree || agreedTo !== null',
  },
  'wrong-stratum': {
    file: 'domain/trial/registration/register.command.ts',
    find: 'stratum: survey.group,',
    replace: "stratum: 'low',",
  },
  'stratum-at-its-boundary': {
    file: 'domain/trial/survey/score-survey.ts',
    find: 'findLast(({ from }) => predict >= from)',
    replace: 'findLast(({ from }) => from === 0 || predict > from)',
  },
  'randomisation-not-committed': {
    file: 'domain/trial/randomisation/randomise-participant.command.ts',
    find: 'commitmentOf(allocationSeed, { stratum, position,',
    replace: 'commitmentOf(allocationSeed, { stratum, position: position + 1,',
  },
  'name-in-the-log': {
    file: 'domain/trial/registration/register.command.ts',
    find: 'await eraseReminderOf(op.db, participant.email);',
    replace:
      "process.stderr.write(participant.email ?? '');\n      await eraseReminderOf(op.db, participant.email);",
  },
  'name-kept-after-erasure': {
    file: 'platform/database/migrations/1.0.0.sql',
    find: "first_name = '', last_name = '',",
    replace: "first_name = '',",
  },
  'notice-to-the-new-address': {
    file: 'domain/people/accounts/send-email-change-notice.job.ts',
    find: 'to: notice.email,',
    replace: "to: 'new.' + notice.email,",
  },
  'call-not-noted': {
    file: 'domain/trial/follow-ups/add-contact-attempt.command.ts',
    find: 'op.db.create(ContactAttempt, { ...attempt, participant: participantId, at: op.now });',
    replace: '',
  },
  'wrong-password-logs-in': {
    file: 'participant-api/session/session.routes.ts',
    find: '!(await isPassword(participant?.passwordHash, body.password)) || !participant',
    replace: '!participant',
  },
  'late-records-not-counted': {
    file: 'domain/reports/trial-numbers/groups.ts',
    find: "r.received_at > r.recorded_at + interval '1 day'",
    replace: "r.received_at > r.recorded_at + interval '30 days'",
  },
  'head-names-another-event': {
    file: 'domain/data/audit-log/audit-head.ts',
    find: 'const head = { ...last, signedAt: now };',
    replace: 'const head = { ...last, event: last.event - 1, signedAt: now };',
  },
  'witness-not-mailed': {
    file: 'domain/data/audit-log/publish-audit-heads.ts',
    find: 'if (heads.length === 0) return;',
    replace: 'if (last || heads.length === 0) return;',
  },
  'reset-keeps-log-ins': {
    file: 'domain/people/accounts/choose-password.command.ts',
    find: 'await endSessions(op, id);',
    replace: '',
  },
  'reset-link-works-twice': {
    file: 'domain/people/accounts/password-reset-token.ts',
    find: 'tx.nativeDelete(PasswordResetToken, { tokenHash, expiresAt: { $gt: now } })) > 0',
    replace: 'tx.count(PasswordResetToken, { tokenHash, expiresAt: { $gt: now } })) > 0',
  },
  'declined-is-read': {
    file: 'domain/trial/consent/answer-consent.command.ts',
    find: 'answer, answeredAt: op.now',
    replace: "answer: 'informed', answeredAt: op.now",
  },
  'researcher-randomises': {
    file: 'domain/people/staff/staff-rights.ts',
    find: "text: 'randomise', roles: ['manager', 'allocator']",
    replace: "text: 'randomise', roles: ['manager', 'allocator', 'researcher']",
  },
  'manual-allocation-ignored': {
    file: 'domain/trial/randomisation/randomise-or-wait.ts',
    find: "if (allocation === 'automatic') {",
    replace:
      "if (allocation !== 'automatic') return randomiseParticipant(op, participant, keys);\n  if (allocation === 'automatic') {",
  },
  'first-consent-in-the-pdf': {
    file: 'domain/trial/consent/make-consent-copy.ts',
    find: "{ orderBy: { id: 'desc' } }",
    replace: "{ orderBy: { id: 'asc' } }",
  },
  'first-dose-not-in-the-pdf': {
    file: 'domain/care/documents/my-data-pdf.ts',
    find: 'doseHistory(doseReports).map(',
    replace: 'doseHistory(doseReports.slice(1)).map(',
  },
  'last-stop-counts': {
    file: 'domain/people/participants/first-stop.sql.ts',
    find: 'order by s.id limit 1',
    replace: 'order by s.id desc limit 1',
  },
  'erasures-not-repeated': {
    file: 'domain/trial/consent/repeat-erasures.command.ts',
    find: "await withdrawParticipant(then, participant, choice, { carriedOutBy: 'team' });",
    replace: '',
  },
  'recall-leaves-it-live': {
    file: 'release-api/deployment.ts',
    find: 'if (live) return goBack(current, live, past);',
    replace: 'if (live) return current;',
  },
  'replica-ends-at-once': {
    file: 'main.ts',
    find: 'await wait(config.drainMs);',
    replace: 'process.exit(0);',
  },
};
