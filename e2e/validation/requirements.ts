import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import type { Break } from '../breaks/break.ts';

const words = z.string().check(z.minLength(1));

const breakSchema = z.strictObject({
  /** From the root of the checkout, where `find` stands once. */
  file: words,
  find: words,
  replace: z.string(),
  /** Which of the requirement's tests has to fail. */
  test: words,
});

const requirementSchema = z.strictObject({
  /** The section of the specification and a number in it, or the number of a decision. */
  id: z.string().check(z.regex(/^(SPEC-\d\.\d+|DEC-\d{4}(\.\d)?)$/)),
  /** Of a decision. */
  says: z.optional(words),
  /** Of the specification: its statements, whole. */
  quotes: z.optional(z.array(words).check(z.minLength(1))),
  /** By file: titles of tests as they stand in the source, with the group's before it where it alone names none. */
  tests: z._default(z.record(z.string(), z.array(words).check(z.minLength(1))), {}),
  /** Changes of the source that one of the tests has to find. */
  breaks: z._default(z.array(breakSchema), []),
  /** What a rehearsal has to have counted. */
  rehearsal: z._default(z.array(words), []),
  /** How the product differs on purpose, and where that was decided. */
  deviation: z.optional(words),
  /** Why no test of this run shows it. */
  notShown: z.optional(words),
  /** Why no test can. */
  notTestable: z.optional(words),
});

const sectionsSchema = z.array(
  z.strictObject({
    heading: words,
    /** What is harmed where one of its requirements is not met. */
    risk: words,
    requirements: z.array(requirementSchema).check(z.minLength(1)),
  }),
);

export type Requirement = z.infer<typeof requirementSchema>;
export type Section = z.infer<typeof sectionsSchema>[number];

const REQUIREMENTS = `${import.meta.dirname}/requirements.yaml`;

/** Throws where the file has another shape, an id twice, or a break by a test that is not the requirement's. */
export function readRequirements(text = readFileSync(REQUIREMENTS, 'utf8')): Section[] {
  const sections = sectionsSchema.parse(parse(text));
  const all = sections.flatMap(({ requirements }) => requirements);
  const ids = all.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`The requirement ${twice} stands twice in requirements.yaml.`);
  for (const each of all) {
    if ((each.says === undefined) === (each.quotes === undefined))
      throw new Error(`${each.id} has to have either "says" or "quotes".`);
    breaksOf(each);
  }
  return sections;
}

/** What a requirement says, in one text. */
export const textOf = ({ says, quotes = [] }: Requirement): string => says ?? quotes.join(' ');

/** The breaks of a requirement, numbered in its order: `SPEC-2.15 (2)`. */
export const breaksOf = ({ id, tests, breaks }: Requirement): Break[] =>
  breaks.map(({ test, ...change }, index) => {
    const file = Object.keys(tests).find((each) => tests[each]?.includes(test));
    if (!file) throw new Error(`${id} has a break by "${test}", which is not one of its tests.`);
    return { ...change, id: `${id} (${index + 1})`, tests: { [file]: [test] } };
  });
