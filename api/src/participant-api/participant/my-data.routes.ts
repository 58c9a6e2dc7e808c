import type Router from '@koa/router';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { Context } from 'koa';
import { sourceOf } from '../../domain/consent/make-consent-copy.ts';
import { myRecordsCsv } from '../../domain/documents/my-records.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { Participant } from '../../domain/participants/participant.entity.ts';
import { timeZoneOf } from '../../domain/participants/time-zone.ts';
import { findPasskeys } from '../../domain/passkeys/passkeys.command.ts';
import { findDevices } from '../../domain/sessions/find-devices.ts';
import { notFound, notLoggedIn } from '../../platform/errors/app-error.ts';
import { sendPdf } from '../../platform/http/send-pdf.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { requestOperation } from '../../request/request-operation.ts';
import type { Services } from '../../request/services.ts';
import { loadAllData } from './load-all-data.ts';

/** The participant's own data to keep: the records as CSV, everything as PDF, and their times and dates for a calendar. */
export function myData(router: Router, services: Services): void {
  router.get('/documents/my-records.csv', async (ctx) => {
    const { records } = await readMyData(ctx, requestOperation(ctx, services));
    ctx.attachment('my-records.csv');
    ctx.type = 'text/csv';
    ctx.body = myRecordsCsv(records);
  });
  router.get('/documents/my-calendar.ics', async (ctx) => {
    const op = requestOperation(ctx, services);
    const data = await readMyData(ctx, op);
    const { product, mail } = services.content;
    if (!data.reminder || !mail.dailyReminder) throw notFound();
    const { myCalendar } = await import('../../domain/documents/my-calendar.ts');
    ctx.attachment('my-calendar.ics');
    ctx.type = 'text/calendar';
    ctx.body = myCalendar(data, {
      productName: product.name,
      event: mail.dailyReminder.event.replaceAll('{product}', product.name),
      secret: services.linkSecret,
      now: op.now,
      today: op.today,
    });
  });
  router.get('/documents/my-information.pdf', async (ctx) => {
    const op = requestOperation(ctx, services);
    const session = sessionOf(ctx);
    const participant = await findOwn(ctx, op);
    const { id, deviceTimeZone } = participant;
    const data = {
      ...(await loadAllData(op, participant, session)),
      timeZone: timeZoneOf(participant, services.content),
      deviceTimeZone,
      logIns: session.acting
        ? null
        : {
            devices: await findDevices(op, id, session.deviceId),
            passkeys: await findPasskeys(op, { participant: id }),
          },
    };
    // Loaded when it is used: the server's start does not wait for a PDF library.
    const { myDataPdf } = await import('../../domain/documents/my-data-pdf.ts');
    sendPdf(ctx, 'my-information.pdf', await myDataPdf(data, sourceOf(services.content), op.today));
  });
}

/** Throws not-logged-in. */
const readMyData = async (ctx: Context, op: Operation): Promise<AllData> =>
  loadAllData(op, await findOwn(ctx, op), sessionOf(ctx));

/** The participant whose data it is. Throws not-logged-in. */
async function findOwn(ctx: Context, op: Operation): Promise<Participant> {
  ctx.set('cache-control', 'no-store');
  const id = sessionOf(ctx).participantId;
  const participant = id && (await op.db.findOne(Participant, { id }));
  if (!participant) throw notLoggedIn();
  return participant;
}
