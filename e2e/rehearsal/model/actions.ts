/** An event of the audit log, and by whom. */
export type AuditEvent = readonly [kind: string, actor: 'participant' | 'staff' | 'visitor' | 'operator'];

/** What each action writes about a person, each time that it is done. */
export const EVENTS = {
  // The events of a visitor's survey have no subject.
  'signs up': [['account.registered', 'visitor']],
  'answers before randomisation': [['baseline.saved', 'participant']],
  'confirms the questionnaire': [
    ['questionnaire.confirmed', 'participant'],
    ['home-step.changed', 'participant'],
  ],
  'is sent a link to confirm the address': [['address-confirmation.sent', 'operator']],
  'confirms the address': [['address.confirmed-by-link', 'visitor']],
  'is randomised': [['allocation.drawn', 'participant']],
  'is randomised by hand': [['allocation.drawn', 'staff']],
  'changes the address': [['details.changed', 'participant']],
  'resets the password': [
    ['password-reset.sent', 'visitor'],
    ['password-reset.used', 'participant'],
  ],
  'names helpers': [
    ['doctor.changed', 'participant'],
    ['support.changed', 'participant'],
  ],
  'says other strengths': [['strengths.changed', 'participant']],
  'chooses a reminder': [['reminder.chosen', 'participant']],
  'changes the lists': [
    ['activity.added', 'participant'],
    ['symptom.added', 'participant'],
    ['symptom.flagged', 'participant'],
  ],
  'does not agree again': [['consent.answered', 'participant']],
  'is acted for': [
    ['acting.started', 'staff'],
    ['acting.ended', 'staff'],
  ],
} as const satisfies Record<string, readonly AuditEvent[]>;
export type Action = keyof typeof EVENTS;
