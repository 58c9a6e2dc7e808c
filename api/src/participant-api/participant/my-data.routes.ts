import type Router from '@koa/router';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { helpOf } from '@stepwise/shared-contracts/help/help';
import { holdWords } from '@stepwise/shared-contracts/help/hold-words';
import { withoutStepsAhead } from '@stepwise/shared-contracts/plan/plan-steps';
import type { Context } from 'koa';
import { myAnswersCsv } from '../../domain/care/documents/my-answers.ts';
import { myRecordsCsv } from '../../domain/care/documents/my-records.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { timeZoneOf } from '../../domain/people/participants/time-zone.ts';
import { findPasskeys } from '../../domain/people/passkeys/passkeys.command.ts';
import { findDevices } from '../../domain/people/sessions/find-devices.ts';
import { sourceOf } from '../../domain/trial/consent/make-consent-copy.ts';
import { notFound, notLoggedIn } from '../../platform/errors/app-error.ts';
import { sendPdf } from '../../platform/http/send-pdf.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { requestOperation } from '../../request/request-operation.ts';
import type { Services } from '../../request/services.ts';
import { loadAllData } from './load-all-data.ts';

/** The participant's own data to keep: records and answers as CSV, everything as PDF, and their times and dates for a calendar. */
export function myData(router: Router, services: Services): void {
  router.get('/documents/my-records.csv', async (ctx) => {
    const { records } = await readMyData(ctx, services, await findOwn(ctx, services));
    ctx.attachment('my-records.csv');
    ctx.type = 'text/csv';
    ctx.body = myRecordsCsv(records);
  });
  router.get('/documents/my-answers.csv', async (ctx) => {
    const data = await readMyData(ctx, services, await findOwn(ctx, services));
    ctx.attachment('my-answers.csv');
    ctx.type = 'text/csv';
    ctx.body = myAnswersCsv(data);
  });
  router.get('/documents/my-calendar.ics', async (ctx) => {
    const own = await findOwn(ctx, services);
    const data = await readMyData(ctx, services, own);
    const { product, mail } = services.content;
    if (!data.reminder && !data.followUps?.length) throw notFound();
    const { myCalendar } = await import('../../domain/care/documents/my-calendar.ts');
    ctx.attachment('my-calendar.ics');
    ctx.type = 'text/calendar';
    ctx.body = myCalendar(data, {
      productName: product.name,
      event: mail.calendarEvent.replaceAll('{product}', product.name),
      secret: services.linkSecret,
      now: own.op.now,
      today: own.op.today,
    });
  });
  router.get('/documents/my-information.pdf', async (ctx) => {
    const session = sessionOf(ctx);
    const own = await findOwn(ctx, services);
    const { op, timeZone } = own;
    const { id, deviceTimeZone } = own.participant;
    const data = {
      ...(await readMyData(ctx, services, own)),
      timeZone,
      deviceTimeZone,
      logIns: session.acting
        ? null
        : {
            devices: await findDevices(op, {
              participantId: id,
              current: session.deviceId,
              sessionIdleMs: services.config.sessionIdleMs,
            }),
            passkeys: await findPasskeys(op, { participant: id }),
          },
    };
    // Loaded when it is used: the server's start does not wait for a PDF library.
    const { myDataPdf } = await import('../../domain/care/documents/my-data-pdf.ts');
    sendPdf(ctx, 'my-information.pdf', await myDataPdf(data, sourceOf(services.content), op.today));
  });
}

interface Own {
  /** On the participant's own day. */
  op: Operation;
  participant: Participant;
  timeZone: string;
}

/** No step that is ahead is among the participant's data while help is on: `hold` says so instead. */
async function readMyData(
  ctx: Context,
  { linkSecret }: Services,
  { op, participant }: Own,
): Promise<AllData & { hold?: string }> {
  const data = await loadAllData(op, participant, sessionOf(ctx), linkSecret);
  const { help, prescriptions, doseReports, doctor } = data;
  if (!help || !helpOf({ shown: help, saved: help, draft: null }, op.now)) return data;
  return {
    ...data,
    prescriptions: withoutStepsAhead(prescriptions, doseReports, op.today),
    hold: holdWords(help, doctor.name),
  };
}

/** The participant whose data it is. Throws not-logged-in and too-many-requests. */
async function findOwn(ctx: Context, services: Services): Promise<Own> {
  ctx.set('cache-control', 'no-store');
  const op = requestOperation(ctx, services);
  const id = sessionOf(ctx).participantId;
  if (id) await services.rateLimits.work('document', { person: id, ip: ctx.ip });
  const participant = id && (await op.db.findOne(Participant, { id }));
  if (!participant) throw notLoggedIn();
  const timeZone = timeZoneOf(participant, services.content);
  return { op: { ...op, today: localDate(op.now, timeZone) }, participant, timeZone };
}
