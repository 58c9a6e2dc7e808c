import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const words = z.string().check(z.minLength(1));

const requirementSchema = z.strictObject({
  /** The section of the specification and a number in it, or the number of a decision. */
  id: z.string().check(z.regex(/^(SPEC-\d\.\d+|DEC-\d{4}(\.\d)?)$/)),
  says: words,
  /** By file: titles of tests, or of groups of them, as they stand in the source. */
  tests: z._default(z.record(z.string(), z.array(words).check(z.minLength(1))), {}),
  /** What a rehearsal has to have counted. */
  rehearsal: z._default(z.array(words), []),
  /** How the product differs on purpose, and where that was decided. */
  deviation: z.optional(words),
  /** What no test shows yet. */
  open: z.optional(words),
});

const sectionsSchema = z.array(
  z.strictObject({ heading: words, requirements: z.array(requirementSchema).check(z.minLength(1)) }),
);

export type Requirement = z.infer<typeof requirementSchema>;
export type Section = z.infer<typeof sectionsSchema>[number];

const REQUIREMENTS = `${import.meta.dirname}/requirements.yaml`;

/** Throws where the file has another shape or an id twice. */
export function readRequirements(text = readFileSync(REQUIREMENTS, 'utf8')): Section[] {
  const sections = sectionsSchema.parse(parse(text));
  const ids = sections.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`The requirement ${twice} stands twice in requirements.yaml.`);
  return sections;
}
