import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { makePdf } from './pdf-document.ts';
import type { HeadingLevel } from './pdf-style.ts';
import type { PdfWriter } from './pdf-writer.ts';
import { canPrint, MISSING } from './typeface.ts';

/** What every document says of where it comes from. */
export interface DocumentSource {
  productName: string;
  trial: string;
  /** Said on demonstration texts. */
  demonstrationNotice: string;
}

export interface ConsentGiven {
  /** The very text that was agreed to, with its version and hash. */
  article: Article;
  agreedAt: Date;
  /** Time zone of the time shown, IANA. */
  timeZone: string;
  name: string;
  email: string;
  futureContact: boolean;
}

/** A public text, such as the consent form or the antidepressant information, as a tagged A4 PDF. */
export function articlePdf(article: Article, source: DocumentSource): Promise<Buffer> {
  return makePdf(settingsOf(article, article.title, source, startOf(article.changed)), (writer) => {
    writer.heading(1, article.title);
    writeOrigin(writer, article, source);
    writeSections(writer, article, 2);
  });
}

/** The participant's dated copy of the consent they gave: who, when, which text, which choices, then the text itself. */
export function consentCopyPdf(given: ConsentGiven, source: DocumentSource): Promise<Buffer> {
  const { article, agreedAt, timeZone, futureContact } = given;
  const title = `Your consent of ${formatDate(localDate(agreedAt, timeZone))}`;
  return makePdf(settingsOf(article, title, source, agreedAt), (writer) => {
    writer.heading(1, title);
    writer.paragraph('This is your own copy. Please keep it.');
    const who = [given.name, given.email].filter(Boolean).join(', ');
    writer.fact('Agreed by', who);
    if (!canPrint(who)) {
      writer.paragraph(
        `${MISSING} stands for a letter that this document cannot print. Your account keeps your name as you wrote it.`,
        'soft',
      );
    }
    writer.fact('On', formatDatetime(agreedAt, timeZone));
    writer.fact(
      'Contact about other research',
      futureContact ? 'You agreed to it' : 'You did not agree to it',
    );
    writer.fact('Version of the text', article.version);
    writer.fact('Fingerprint of the text (SHA-256)', article.hash);
    writer.heading(2, article.title);
    writeOrigin(writer, article, source);
    writeSections(writer, article, 3);
  });
}

const settingsOf = (article: Article, title: string, { productName }: DocumentSource, date: Date) => ({
  title,
  footer: `${productName} – ${article.title}, version ${article.version}`,
  productName,
  date,
});

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

function writeOrigin(writer: PdfWriter, article: Article, source: DocumentSource): void {
  writer.paragraph(`${source.trial}. Last changed ${formatDate(article.changed)}.`, 'soft');
  if (article.demonstration) writer.paragraph(source.demonstrationNotice, 'soft');
}

function writeSections(writer: PdfWriter, { sections }: Article, level: HeadingLevel): void {
  for (const { heading, blocks } of sections) {
    writer.heading(level, heading);
    for (const block of blocks) {
      if ('paragraph' in block) writer.paragraph(block.paragraph);
      else writer.list(block.list);
    }
  }
}

const formatDatetime = (instant: Date, timeZone: string): string => {
  const time = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZoneName: 'long',
  }).format(instant);
  return `${formatDate(localDate(instant, timeZone))}, ${time}`;
};
