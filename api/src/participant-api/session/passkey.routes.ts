import * as calls from '@stepwise/shared-contracts/calls/passkey.calls';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import type { Passkey } from '../../domain/people/passkeys/passkey.entity.ts';
import {
  acceptPasskey,
  addPasskey,
  findPasskeys,
  findUsedPasskey,
  removePasskey,
  renamePasskey,
} from '../../domain/people/passkeys/passkeys.command.ts';
import {
  creationOptions,
  requestOptions,
  verifyNewPasskey,
} from '../../domain/people/passkeys/verify-passkey.ts';
import { AppError, FieldErrors, notFound } from '../../platform/errors/app-error.ts';
import { confirmPassword, noteProof } from '../../request/confirm-password.ts';
import { deviceName } from '../../request/device-name.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { keepChallenge, relyingParty, takeChallenge } from '../../request/passkey-challenge.ts';
import { notWhileActing } from '../route/policies.ts';
import { forAnyone, forReading, forSaving } from '../route/route.ts';
import { logIn } from './log-in.ts';

const WRONG = 'This passkey was not accepted. Please try again, or log in with your password.';
const WRONG_PROOF = 'This passkey was not accepted. Please try again, or enter your password.';

const present = ({ id, name, createdAt }: Passkey) => ({ id, name, createdAt: createdAt.toISOString() });

export const passkeyRoutes = {
  listPasskeys: forReading(calls.listPasskeys, [notWhileActing], async ({ op, participant }) => ({
    status: 200,
    body: { passkeys: (await findPasskeys(op, { participant: participant.id })).map(present) },
  })),

  passkeyOptions: forReading(calls.passkeyOptions, [notWhileActing], async (request) => {
    const { ctx, op, participant, services, body } = request;
    await confirmPassword(request, body.currentPassword);
    const { id, email, firstName, lastName } = participant;
    const owner = { id, email: email ?? '', name: `${firstName} ${lastName}`.trim() };
    const known = await findPasskeys(op, { participant: id });
    const options = await creationOptions(relyingParty(ctx, services), owner, known);
    keepChallenge(ctx, services, 'add', options.challenge);
    return { status: 200, body: { options: { ...options } } };
  }),

  addPasskey: forSaving(
    calls.addPasskey,
    [notWhileActing],
    async ({ ctx, op, participant, services, body }, challenge: string | null) => {
      const made =
        challenge && (await verifyNewPasskey(relyingParty(ctx, services), challenge, body.credential));
      if (!made) throw new AppError('unprocessable', 'This passkey could not be added. Please try again.');
      const name = deviceName(ctx.get('user-agent'));
      const passkey = await addPasskey(op, { participant: participant.id }, { ...made, name });
      return { status: 200, body: { passkey: present(passkey) } };
    },
    (ctx, services) => takeChallenge(ctx, services, 'add'),
  ),

  renamePasskey: forSaving(calls.renamePasskey, [notWhileActing], async ({ op, participant, body }) => {
    await renamePasskey(op, { participant: participant.id }, body);
    return { status: 204 };
  }),

  removePasskey: forSaving(calls.removePasskey, [notWhileActing], async (request) => {
    const { op, participant, body } = request;
    await confirmPassword(request, body.currentPassword);
    await removePasskey(op, { participant: participant.id }, body.id);
    return { status: 204 };
  }),

  passkeyProofOptions: forReading(calls.passkeyProofOptions, [notWhileActing], async (request) => {
    const { ctx, op, participant, services } = request;
    const known = await findPasskeys(op, { participant: participant.id });
    if (known.length === 0) throw notFound();
    const options = await requestOptions(relyingParty(ctx, services), known);
    keepChallenge(ctx, services, 'proof', options.challenge);
    return { status: 200, body: { options: { ...options } } };
  }),

  proveByPasskey: forSaving(
    calls.proveByPasskey,
    [notWhileActing],
    async (request, challenge: string | null) => {
      const { ctx, op, participant, services, body } = request;
      const answer = body.credential;
      const known = await findPasskeys(op, { participant: participant.id });
      const passkey = known.find(({ id }) => id === answer.id);
      const site = relyingParty(ctx, services);
      if (!challenge || !passkey || !(await acceptPasskey(op, passkey, { site, challenge, answer }))) {
        noteFailedAccess(ctx, services, 'session.password-check-failed', participant.id);
        throw new AppError('unprocessable', WRONG_PROOF);
      }
      noteProof(request);
      return { status: 204 };
    },
    async (ctx, services) => {
      await services.rateLimits.passkey(ctx.ip);
      return takeChallenge(ctx, services, 'proof');
    },
  ),

  passkeyLogInOptions: forAnyone(calls.passkeyLogInOptions, async ({ ctx, services }) => {
    await services.rateLimits.passkey(ctx.ip);
    const options = await requestOptions(relyingParty(ctx, services));
    keepChallenge(ctx, services, 'log-in', options.challenge);
    return { status: 200, body: { options: { ...options } } };
  }),

  logInByPasskey: forAnyone(calls.logInByPasskey, async (request) => {
    const { ctx, op, services, body } = request;
    await services.rateLimits.passkey(ctx.ip);
    const site = relyingParty(ctx, services);
    const answer = body.credential;
    const challenge = await takeChallenge(ctx, services, 'log-in');
    const passkey = await findUsedPasskey(op, answer);
    const participant =
      passkey?.participant && (await op.db.findOne(Participant, { id: passkey.participant }));
    const rejected = () => {
      noteFailedAccess(ctx, services, 'session.log-in-failed', passkey?.participant ?? undefined);
      return new FieldErrors({ __all__: [WRONG] });
    };
    if (!challenge || !passkey || !participant) throw rejected();
    return logIn(request, participant, {
      keep: body.keep,
      rejection: WRONG,
      async proof(op) {
        if (await acceptPasskey(op, passkey, { site, challenge, answer })) return true;
        throw rejected();
      },
    });
  }),
};
