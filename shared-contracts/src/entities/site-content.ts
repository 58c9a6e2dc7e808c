import * as z from 'zod/mini';

/** `number` as people read it, `tel` as a link dials it: `13 11 14` and `tel:131114`. */
const contactSchema = z.object({ name: z.string(), label: z.string(), number: z.string(), tel: z.string() });
export type Contact = z.infer<typeof contactSchema>;

const linkSchema = z.object({ text: z.string(), url: z.string() });

/** `days` by their numbers in ISO, Monday is 1; `from` and `to` as 09:00 on the clock of `timeZone` (IANA). */
const openingHoursSchema = z.object({
  days: z.array(z.int()),
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
});
export type OpeningHours = z.infer<typeof openingHoursSchema>;

const trialWordsSchema = z.object({
  /** The class of the medicines: the word, with its article, and more than one. */
  medicine: z.object({ name: z.string(), one: z.string(), many: z.string() }),
  /** What reducing can bring. */
  risk: z.string(),
  /** What those who are in a group read of it. */
  arms: z.object({ reduction: z.string(), usualCare: z.string() }),
  /** From randomisation, ascending. */
  followUpMonths: z.array(z.int()),
});
export type TrialWords = z.infer<typeof trialWordsSchema>;

/** The words and numbers every page needs. It travels inside the document. */
export const siteContentSchema = z.object({
  productName: z.string(),
  trial: z.string(),
  /** What differs from trial to trial in the screens' sentences. Missing from documents of earlier servers. */
  words: z.optional(trialWordsSchema),
  demonstration: z.boolean(),
  emergency: contactSchema,
  counselling: contactSchema,
  /** For those who cannot speak: `sms:` links and web addresses. Missing from documents of earlier servers. */
  textAndChat: z.optional(z.array(linkSchema)),
  researchTeam: z.object({
    /** As people read them. */
    hours: z.string(),
    phone: z.string(),
    tel: z.string(),
    email: z.string(),
    /** What follows is missing from documents of earlier servers. */
    openingHours: z.optional(openingHoursSchema),
    /** Days without hours. */
    holidays: z.optional(z.array(z.iso.date())),
    /** What happens with a record that has a warning sign. */
    afterWarningSign: z.optional(z.string()),
  }),
  links: z.object({ mentalHealth: linkSchema, factSheet: linkSchema, medicineLeaflets: linkSchema }),
  /** What is known in general, shown beside a participant's timeline. */
  goodToKnow: z.array(z.object({ heading: z.string(), text: z.string() })),
  /** Whether the protocol shows participants the strip of their whole course. Earlier servers send none. */
  courseStrip: z.optional(z.boolean()),
});
export type SiteContent = z.infer<typeof siteContentSchema>;

const sectionSchema = z.object({
  heading: z.string(),
  /** Paragraphs and bullet lists in reading order. */
  blocks: z.array(z.union([z.object({ paragraph: z.string() }), z.object({ list: z.array(z.string()) })])),
});
export type ArticleSection = z.infer<typeof sectionSchema>;

/** A text with headings: consent form, privacy statement. `changed` is the day of its last substantive change. */
export const articleSchema = z.object({
  title: z.string(),
  version: z.string(),
  hash: z.string(),
  changed: z.iso.date(),
  demonstration: z.boolean(),
  sections: z.array(sectionSchema),
});
export type Article = z.infer<typeof articleSchema>;
