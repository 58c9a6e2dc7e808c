import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sanitizeHtml from 'sanitize-html';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { type ContentIssue, checkContent } from './check-content.ts';
import { type ContentFile, type ContentFiles, contentSchemas } from './content.schema.ts';

/** Everything the trial may change, validated, sanitised and deeply frozen. */
export type Content = Readonly<
  Omit<ContentFiles, 'medicines' | 'schedules' | 'follow-ups'> & {
    followUps: ContentFiles['follow-ups'];
    prepareDays: number;
    prepareUnmakeable: string;
    medicines: ContentFiles['medicines']['medicines'];
    /** `unit`: of the doses, the medicine's. */
    schedules: (ContentFiles['schedules']['schedules'][number] & { unit: string })[];
    taperLimits: ContentFiles['schedules']['taperLimits'];
    /** True while any file is demonstration content, which no clinician has approved. */
    demonstration: boolean;
    /** SHA-256 (hex) of each file's bytes. */
    versions: Readonly<Record<ContentFile, string>>;
    /** SHA-256 (hex) over all the files' versions. */
    version: string;
    /** Each file's text. */
    sources: Readonly<Record<ContentFile, string>>;
  }
>;

/** The content cannot be used; the message has one line a fault, `file: path: fault`. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly faults: readonly string[];

  constructor(faults: string[]) {
    super(`The trial's content cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

export const contentFileNames = Object.keys(contentSchemas) as ContentFile[];
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Reads and checks the YAML files of `folder`. Throws ContentError with every fault found. */
export function loadContent(folder: string): Content {
  const faults: string[] = [];
  const versions: Partial<Record<ContentFile, string>> = {};
  const sources: Partial<Record<ContentFile, string>> = {};
  const parsed: Partial<Record<ContentFile, unknown>> = {};
  for (const file of contentFileNames) {
    try {
      const bytes = readFileSync(join(folder, `${file}.yaml`));
      versions[file] = sha256(bytes);
      const text = bytes.toString('utf8');
      sources[file] = text;
      const { data, problems } = parseFile(file, text);
      parsed[file] = data;
      faults.push(...problems);
    } catch (error) {
      faults.push(`${file}.yaml: file: cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  // How the files agree can be judged only when each of them has its shape.
  if (faults.length > 0) throw new ContentError(faults);
  const files = parsed as ContentFiles;
  const disagreements = checkContent(files);
  if (disagreements.length > 0) throw new ContentError(disagreements.map(faultLine));

  const hashes = versions as Record<ContentFile, string>;
  const { 'follow-ups': followUps, ...others } = files;
  return deepFreeze({
    ...others,
    followUps,
    setup: {
      ...files.setup,
      questions: files.setup.questions.map((q) => ({ ...q, text: cleanHtml(q.text) })),
    },
    medicines: files.medicines.medicines,
    schedules: files.schedules.schedules.map((s) => ({
      ...s,
      description: cleanHtml(s.description),
      unit: files.medicines.medicines.find(({ id }) => id === s.medication)?.unit ?? '',
    })),
    taperLimits: files.schedules.taperLimits,
    prepareDays: files.schedules.prepareDays,
    prepareUnmakeable: files.schedules.prepareUnmakeable,
    demonstration: contentFileNames.some((file) => files[file].demonstration),
    versions: hashes,
    sources: sources as Record<ContentFile, string>,
    version: sha256(contentFileNames.map((file) => `${file} ${hashes[file]}`).join('\n')),
  });
}

function faultLine({ file, path, fault }: ContentIssue): string {
  return `${file}.yaml: ${path}: ${fault}`;
}

type ParsedFile = { data?: unknown; problems: string[] };
/** Of each file the text that was read last: who loads the content again has changed one file, or none. */
const lastParsed = new Map<ContentFile, { source: string; parsed: ParsedFile }>();

function parseFile(file: ContentFile, source: string): ParsedFile {
  const last = lastParsed.get(file);
  if (last?.source === source) return last.parsed;
  const parsed = parseSource(file, source);
  lastParsed.set(file, { source, parsed });
  return parsed;
}

function parseSource(file: ContentFile, source: string): ParsedFile {
  const document = parseDocument(source, { prettyErrors: true });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ linePos, message }) => {
      const [firstLine = ''] = message.split('\n');
      return `${file}.yaml: line ${linePos?.[0].line}: ${firstLine.replace(/ at line \d+, column \d+:$/, '')}`;
    });
    return { problems };
  }
  const result = contentSchemas[file].safeParse(document.toJS(), { error: inPlainWords });
  if (result.success) return { data: result.data, problems: [] };
  const problems = result.error.issues.map(({ path, message }) =>
    faultLine({ file, path: z.core.toDotPath(path) || 'file', fault: message }),
  );
  return { problems };
}

const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing';
    return `must be ${issue.expected === 'int' ? 'a whole number' : `of the kind "${issue.expected}"`}`;
  }
  if (issue.code === 'unrecognized_keys') return `has a field that is not known: ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return undefined;
};

function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
  }).trim();
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
