import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

/** A field of questionnaires.yaml, with its value; null where an optional one was left empty. */
export type Answers = Record<string, number | null>;

/** One CSV of results that was imported whole. The one with the highest number counts, and replaces all before it. */
export const QuestionnaireImport = defineEntity({
  name: 'QuestionnaireImport',
  tableName: 'questionnaire_import',
  properties: {
    /** The version, from 1. */
    version: p.integer().primary().autoincrement(false),
    /** SHA-256 (hex) of the file as it was uploaded. */
    sha256: p.string().length(64),
    /** SHA-256 (hex) of the questionnaires.yaml that it was checked by. */
    codebook: p.string().length(64),
    rows: p.integer(),
    importedAt: p.datetime(3),
    /** Without a foreign key: an import outlives the account of who made it. */
    importedBy: p.uuid(),
  },
});
export type QuestionnaireImport = InferEntity<typeof QuestionnaireImport>;

/** What one participant answered in the questionnaire of one follow-up, in one version of the results. */
export const QuestionnaireResult = defineEntity({
  name: 'QuestionnaireResult',
  tableName: 'questionnaire_result',
  properties: {
    version: () => p.manyToOne(QuestionnaireImport).mapToPk().primary().fieldName('version'),
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade').index(),
    months: p.smallint().primary(),
    /** The day in the external tool. */
    completedOn: p.date(),
    answers: p.json<Answers>(),
  },
});
export type QuestionnaireResult = InferEntity<typeof QuestionnaireResult>;
