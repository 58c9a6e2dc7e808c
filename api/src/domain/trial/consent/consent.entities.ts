import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DATA_CONSENTS } from '@stepwise/shared-contracts/entities/consent';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { CARRIED_OUT_BY } from '../../people/participants/carried-out-by.ts';
import { Participant } from '../../people/participants/participant.entity.ts';

/** Each consent form that a participant agreed to, stored word for word: a later version cannot alter it. */
export const ConsentText = defineEntity({
  name: 'ConsentText',
  tableName: 'consent_text',
  properties: {
    hash: p.string().length(64).primary(),
    version: p.string().length(40),
    article: p.json<Article>(),
  },
});

/** One consent given. Giving it again appends. */
export const Consent = defineEntity({
  name: 'Consent',
  tableName: 'consent',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    text: () => p.manyToOne(ConsentText).mapToPk(),
    futureContact: p.boolean(),
    agreedAt: p.datetime(3),
  },
});
export type Consent = InferEntity<typeof Consent>;

/** What a new version of the form asks of those who agreed to an earlier one. */
const CONSENT_DEMANDS = ['required', 'inform'] as const;
const CONSENT_ANSWERS = ['agreed', 'informed', 'declined'] as const;

/** What a participant answered to a new version of the consent form. Answering again appends. */
export const ConsentAnswer = defineEntity({
  name: 'ConsentAnswer',
  tableName: 'consent_answer',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    text: () => p.manyToOne(ConsentText).mapToPk(),
    demand: p.enum([...CONSENT_DEMANDS]),
    answer: p.enum([...CONSENT_ANSWERS]),
    answeredAt: p.datetime(3),
  },
});
export type ConsentAnswer = InferEntity<typeof ConsentAnswer>;

/** What a participant who withdrew chose for their information. It identifies no participant and outlives the erasure. */
export const DataConsentReceipt = defineEntity({
  name: 'DataConsentReceipt',
  tableName: 'data_consent_receipt',
  properties: {
    id: p.uuid().primary(),
    choice: p.enum([...DATA_CONSENTS]),
    // The default is for an API of the version before, which runs on while replicas are replaced.
    carriedOutBy: p.enum([...CARRIED_OUT_BY]).default('participant'),
    chosenAt: p.datetime(3),
  },
});
export type DataConsentReceipt = InferEntity<typeof DataConsentReceipt>;

/**
 * Whom the values of the audit log go with, by the id that they had until then. Written by the database's
 * record_withdrawal, in the statement that deletes the participant or makes them anonymous.
 */
export const Withdrawal = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawal',
  properties: {
    subject: p.uuid().primary(),
    choice: p.enum(['anonymous', 'delete'] as const),
    at: p.datetime(3),
    /** Null until the owner's nightly job has erased the values. */
    valuesErasedAt: p.datetime(3).nullable(),
  },
});
